/**
 * `node batch-driver.js BATCH.json` runs a command once for each plan of a batch, and writes how each run ended. culprit starts this
 * file as a test, for languages whose runtime does not do it itself.
 */
import { spawn } from "node:child_process";
import { appendFileSync, closeSync, openSync, readFileSync } from "node:fs";
import type { LinesBatch, PlannedRun, RunEnd } from "../../runtimes/protocol/lines.ts";

const watchInterval = 10;
const millisecondsPerTick = 10;

const batch: LinesBatch = JSON.parse(readFileSync(process.argv[2]!, "utf8"));
for (const [run, planned] of batch.runs.entries()) {
  const began = performance.now();
  const { status, cpu } = await runOnce(planned);
  const end: RunEnd = { run, status, milliseconds: performance.now() - began, cpu };
  appendFileSync(batch.results, `${JSON.stringify(end)}\n`);
}

/** In a process group of its own, so that whatever it starts ends with it. */
function runOnce({ output, temporary, environment }: PlannedRun): Promise<Pick<RunEnd, "status" | "cpu">> {
  const [program, ...words] = batch.command;
  const files = [openSync(batch.stdin ?? "/dev/null", "r"), openSync(output, "w")] as const;
  const child = spawn(program!, words, {
    stdio: [...files, "ignore"],
    env: { ...process.env, TMPDIR: temporary, ...environment },
    detached: true,
  });
  for (const file of files) closeSync(file);
  let timedOut = false;
  let cpu = 0;
  const endLate = () => {
    timedOut = true;
    endGroup(child.pid);
  };
  const timer = setTimeout(endLate, batch.timeLimit);
  const { cpuLimit = Number.POSITIVE_INFINITY } = batch;
  const watch = setInterval(() => {
    cpu = Math.max(cpu, processorTime(child.pid));
    if (cpu > cpuLimit) endLate();
  }, watchInterval);
  return new Promise((resolve) => {
    const end = (status: string) => {
      clearTimeout(timer);
      clearInterval(watch);
      endGroup(child.pid);
      resolve({ status: timedOut ? "time limit" : status, cpu });
    };
    child.on("error", () => end("not started"));
    child.on("exit", (code, signal) => end(signal === "SIGPROF" ? "time limit" : (signal ?? `exit ${code}`)));
  });
}

/** Milliseconds that a process has used. Unlike time, they are not more on a busy machine. */
function processorTime(pid: number | undefined): number {
  try {
    // The name of the program, in parentheses, may have spaces.
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)!.split(" ");
    return (Number(fields[11]) + Number(fields[12])) * millisecondsPerTick;
  } catch {
    return 0;
  }
}

function endGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, "SIGKILL");
  } catch {
    // They have all ended.
  }
}
