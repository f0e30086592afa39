// Runs a C or C++ program under gdb by a plan (`driver.js PLAN.json`), and ends as the program ended.
import { spawnSync } from "node:child_process";
import { constants } from "node:os";
import { join, resolve } from "node:path";

/** How the program ended, or why the plan could not be carried out. */
type Ending = { readonly exit: number } | { readonly signal: number } | { readonly refused: string };

/** Where `session.py` writes its answer; 3 to 5 are this process's own streams, for the program. */
const answer = 6;

await endAs(runGdb(resolve(process.argv[2] ?? "")));

function runGdb(plan: string): Ending {
  const set = { parent: process.pid, plan_file: plan, folder: import.meta.dirname, environment: changedByGdb() };
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
  const words = ["-nx", "-q", "-batch", ...early, "-ex", `python ${code}`];
  const script = ["-x", join(import.meta.dirname, "session.py"), "-ex", "python main()"];
  const run = spawnSync("gdb", [...words, ...script], {
    stdio: ["ignore", "ignore", "pipe", 0, 1, 2, "pipe"],
    env: { ...process.env, SHELL: "/bin/sh" },
    maxBuffer: 64 * 1024 * 1024,
    encoding: "utf8",
  });
  if (run.error) return { refused: whyNot(run.error) };
  const text = run.output[answer] ?? "";
  if (text !== "") return JSON.parse(text) as Ending;
  if (run.signal !== null) return { refused: `gdb was killed (${run.signal})` };
  return { refused: `gdb failed: ${run.stderr.trim().replaceAll(/\s+/g, " ")}` };
}

/** gdb starts programs by $SHELL and tells them the size of its terminal: here is what they would have seen. */
function changedByGdb(): Record<string, string | null> {
  const names = ["SHELL", "LINES", "COLUMNS"];
  return Object.fromEntries(names.map((name) => [name, process.env[name] ?? null]));
}

function pythonText(value: unknown): string {
  return JSON.stringify(JSON.stringify(value));
}

function whyNot(error: Error): string {
  const isMissing = (error as NodeJS.ErrnoException).code === "ENOENT";
  return isMissing ? "there is no gdb, which looks into C and C++ programs: apt-get install gdb" : error.message;
}

async function endAs(ending: Ending): Promise<void> {
  if ("exit" in ending) process.exit(ending.exit);
  if ("refused" in ending) {
    process.stderr.write(`culprit: ${ending.refused}\n`, () => process.exit(125));
    return;
  }
  const entry = Object.entries(constants.signals).find(([, number]) => number === ending.signal);
  const signal = (entry?.[0] ?? "SIGKILL") as NodeJS.Signals;
  // Node ignores some signals and handles others; removing a handler of ours restores what the system does.
  if (signal !== "SIGKILL" && signal !== "SIGSTOP") process.on(signal, nothing).off(signal, nothing);
  process.kill(process.pid, signal);
  await new Promise((after) => setTimeout(after, 10_000));
}

function nothing(): void {}
