/** Where the program is stopped: the innermost frame whose source is there. That of the runtime is not, nor mostly that of libc. */
const showSwitch = `python
import os
import gdb
def culprit_has_source(frame):
    symtab = frame.find_sal().symtab
    return symtab is not None and os.path.exists(symtab.fullname())
def culprit_show():
    frame = gdb.newest_frame()
    while frame is not None and not culprit_has_source(frame):
        frame = frame.older()
    text = gdb.parse_and_eval("(char *)&culprit_switch_text").string()
    gdb.write("\\nculprit: " + text + ". continue goes on to the next switch, or to the failure.\\n")
    if frame is not None:
        frame.select()
        gdb.execute("frame")
end`;

/**
 * The commands with which gdb starts the program under a schedule, and stops at each of its switches. Addresses are those of a replay:
 * the runtime sees to that, and gdb must not. A shell in between would get the variables, too.
 */
export function gdbScript(environment: Readonly<Record<string, string | undefined>>): string {
  const variables = Object.entries(environment).flatMap(([name, value]) =>
    value === undefined ? [] : [`set environment ${name} ${value}`],
  );
  return [
    "set pagination off",
    "set confirm off",
    "set breakpoint pending on",
    "set startup-with-shell off",
    "set disable-randomization off",
    ...["LINES", "COLUMNS"].map((name) => `unset environment ${name}`),
    ...variables,
    showSwitch,
    "break culprit_switch",
    "commands",
    "silent",
    "python culprit_show()",
    "end",
    "run",
    "",
  ].join("\n");
}
