import { join } from "node:path";
import { wideRegistersLibrary } from "./wide-registers.ts";

interface GdbCommand {
  readonly words: readonly string[];
  readonly env: NodeJS.ProcessEnv;
}

/**
 * The command line of a gdb that carries out a plan by `culprit_gdb/run_plan.py`. File descriptors 3 to 5 have to be the
 * standard streams for the program; on 6 gdb writes how it ended.
 */
export function gdbCommand(planFile: string): GdbCommand {
  const [python, wrapper] = [join(import.meta.dirname, "python"), join(import.meta.dirname, "exec-wrapper.pl")];
  const code = [
    "import ctypes, json, os, sys",
    // The kernel kills gdb when this process ends, and the program with it.
    "ctypes.CDLL(None).prctl(1, 9)",
    `None if os.getppid() == ${process.pid} else os._exit(1)`,
    "sys.dont_write_bytecode = True",
    `sys.path.insert(0, ${inPython(python)})`,
    "from culprit_gdb.run_plan import main",
    `main(${[planFile, wrapper, environmentForProgram()].map(inPython).join(", ")})`,
  ];
  // Debug information of the system's libraries, where it is installed, would make each run take ten times as long.
  const settings = ["set debuginfod enabled off", "set debug-file-directory /nonexistent"];
  return {
    words: [
      "gdb",
      "-nx",
      "-q",
      "-batch",
      ...settings.flatMap((each) => ["-iex", each]),
      "-ex",
      `python ${code.join("; ")}`,
    ],
    env: { ...process.env, SHELL: "/bin/sh", ...preloading(wideRegistersLibrary()) },
  };
}

function preloading(library: string | undefined): NodeJS.ProcessEnv {
  return library === undefined ? {} : { LD_PRELOAD: [library, process.env.LD_PRELOAD ?? ""].join(" ").trim() };
}

/**
 * gdb starts programs by $SHELL, sets the size of its terminal, and may have a library of ours: these are the values that
 * the program should see.
 */
function environmentForProgram(): Record<string, string | null> {
  const names = ["SHELL", "LINES", "COLUMNS", "LD_PRELOAD"];
  return Object.fromEntries(names.map((name) => [name, process.env[name] ?? null]));
}

function inPython(value: unknown): string {
  return `json.loads(${JSON.stringify(JSON.stringify(value))})`;
}
