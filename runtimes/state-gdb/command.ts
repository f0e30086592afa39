import { join } from "node:path";

/** What gdb is started with to carry out a plan. `session.py` tells how that went by file descriptor 6. */
export interface GdbCommand {
  readonly words: readonly string[];
  readonly env: NodeJS.ProcessEnv;
}

/** The standard streams of the program are 3 to 5. */
export function gdbCommand(plan: string): GdbCommand {
  const set = {
    parent: process.pid,
    plan_file: plan,
    folder: import.meta.dirname,
    environment: changedByGdb(process.env),
  };
  const settings = Object.entries(set).map(([name, value]) => `${name} = json.loads(${pythonText(value)})`);
  const code = [
    "import ctypes, json, os, sys",
    ...settings,
    // When this process is killed, gdb goes too, and the kernel kills what gdb holds.
    "ctypes.CDLL(None).prctl(1, 9)",
    "None if os.getppid() == parent else os._exit(1)",
    "sys.dont_write_bytecode = True",
    "sys.path.insert(0, folder)",
  ].join("; ");
  // Debug information of the system's libraries, where it is installed, would be read in each run: it takes ten times as long.
  const early = ["set debuginfod enabled off", "set debug-file-directory /nonexistent"].flatMap((each) => [
    "-iex",
    each,
  ]);
  const script = ["-x", join(import.meta.dirname, "session.py"), "-ex", "python main()"];
  return {
    words: ["gdb", "-nx", "-q", "-batch", ...early, "-ex", `python ${code}`, ...script],
    env: { ...process.env, SHELL: "/bin/sh" },
  };
}

/** gdb starts programs by $SHELL and tells them the size of its terminal: here is what they would have seen. */
function changedByGdb(environment: NodeJS.ProcessEnv): Record<string, string | null> {
  const names = ["SHELL", "LINES", "COLUMNS"];
  return Object.fromEntries(names.map((name) => [name, environment[name] ?? null]));
}

function pythonText(value: unknown): string {
  return JSON.stringify(JSON.stringify(value));
}
