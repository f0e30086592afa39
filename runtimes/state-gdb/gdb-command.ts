import { join } from "node:path";
import { bytecodeFolder } from "../shared/bytecode-folder.ts";
import { templateCode } from "../templates/launch.ts";
import { wideRegistersLibrary } from "./wide-registers.ts";

const wrapper = join(import.meta.dirname, "exec-wrapper.pl");

interface GdbCommand {
  readonly words: readonly string[];
  /** Variables for it, besides the inherited ones. */
  readonly environment: Record<string, string>;
}

/**
 * The command line of a gdb that carries out a plan by `culprit_gdb/run_plan.py`. File descriptors 3 to 5 have to be the
 * standard streams for the program; on 6 gdb writes how it ended. gdb ends with its parent, if that is given.
 */
export function gdbCommand(planFile: string, { parent }: { readonly parent?: number } = {}): GdbCommand {
  return gdbRunning([
    ...(parent === undefined ? [] : endingWith(parent)),
    "from culprit_gdb.run_plan import main",
    `main(${[planFile, wrapper, environmentForProgram()].map(inPython).join(", ")})`,
  ]);
}

/** A gdb that has loaded a program and waits for requests on a socket: each of its copies carries out a plan. */
export function gdbTemplateCommand(socket: string, program: string): GdbCommand {
  return gdbRunning([
    `sys.path.insert(0, ${inPython(templateCode)})`,
    "from culprit_gdb.template import main",
    `main(${[socket, program, wrapper, environmentForProgram()].map(inPython).join(", ")})`,
  ]);
}

function gdbRunning(statements: readonly string[]): GdbCommand {
  const code = [
    "import json, os, sys",
    `sys.dont_write_bytecode, sys.pycache_prefix = False, ${inPython(bytecodeFolder())}`,
    `sys.path.insert(0, ${inPython(join(import.meta.dirname, "python"))})`,
    ...statements,
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
    environment: { SHELL: "/bin/sh", ...preloading(wideRegistersLibrary()) },
  };
}

/** The kernel kills gdb when that process ends, and the program with it. */
function endingWith(parent: number): string[] {
  return ["import ctypes", "ctypes.CDLL(None).prctl(1, 9)", `None if os.getppid() == ${parent} else os._exit(1)`];
}

function preloading(library: string | undefined): Record<string, string> {
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
