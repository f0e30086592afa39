import { spawn, spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { constants } from "node:os";
import type { DriverPlan } from "../protocol/state.ts";
import { pythonCommand } from "./launch.ts";

const notDone = 125;
const [planFile] = process.argv.slice(2);
if (planFile === undefined) refuse("the driver for Python takes a plan");
const plan = JSON.parse(readFileSync(planFile, "utf8")) as DriverPlan;
run(pythonCommand(planFile, plan.command), plan);

function run([program, ...words]: string[], plan: DriverPlan): void {
  const env = { ...process.env, CULPRIT_STATE_PARENT: String(process.pid) };
  const child = spawn(program!, words, { stdio: "inherit", env });
  child.on("error", (error) => refuse(`cannot start ${program}: ${error.message}`));
  child.on("exit", (code, signal) => {
    const missing = [plan.capture, plan.moments?.capture].some((path) => path && !existsSync(path));
    if (missing && code !== notDone) refuse(nothingWritten(plan.command, code));
    if (signal === null) process.exit(code);
    endBy(signal);
  });
}

function nothingWritten(command: readonly string[], code: number | null): string {
  if (code === 127) return `${command[0]} was not found: install Python 3.8 or later (apt-get install python3)`;
  return "the program ended before its place, or Python was told by -I, -E or -S to load nothing of ours";
}

/** Ends as the program did, without a dump of this process. */
function endBy(signal: NodeJS.Signals): void {
  const [program, ...words] = ["prlimit", "--core=0", "--pid", String(process.pid)];
  spawnSync(program!, words, { stdio: "ignore" });
  process.kill(process.pid, signal);
  // Some signals are ignored or held back: then the number that shells give.
  setTimeout(() => process.exit(128 + constants.signals[signal]), 1000);
}

function refuse(message: string): never {
  process.stderr.write(`culprit: ${message}\n`);
  process.exit(notDone);
}
