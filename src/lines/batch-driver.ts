/**
 * `node batch-driver.js BATCH.json` runs a command once for each plan of a batch, and writes how each run ended. culprit starts this
 * file as a test, for languages whose runtime does not do it itself.
 */
import { spawn } from "node:child_process";
import { appendFileSync, closeSync, openSync, readFileSync } from "node:fs";
import type { LinesBatch, PlannedRun } from "../../runtimes/protocol/lines.ts";

const batch: LinesBatch = JSON.parse(readFileSync(process.argv[2]!, "utf8"));
for (const [run, planned] of batch.runs.entries()) {
  const began = performance.now();
  const status = await runOnce(planned);
  appendFileSync(batch.results, `${JSON.stringify({ run, status, milliseconds: performance.now() - began })}\n`);
}

/** In a process group of its own, so that whatever it starts ends with it. */
function runOnce({ output, temporary, environment }: PlannedRun): Promise<string> {
  const [program, ...words] = batch.command;
  const files = [openSync(batch.stdin ?? "/dev/null", "r"), openSync(output, "w")] as const;
  const child = spawn(program!, words, {
    stdio: [...files, "ignore"],
    env: { ...process.env, TMPDIR: temporary, ...environment },
    detached: true,
  });
  for (const file of files) closeSync(file);
  let timedOut = false;
  const timer = setTimeout(() => {
    timedOut = true;
    endGroup(child.pid);
  }, batch.timeLimit);
  return new Promise((resolve) => {
    const end = (status: string) => {
      clearTimeout(timer);
      endGroup(child.pid);
      resolve(timedOut ? "time limit" : status);
    };
    child.on("error", () => end("not started"));
    child.on("exit", (code, signal) => end(signal === "SIGPROF" ? "time limit" : (signal ?? `exit ${code}`)));
  });
}

function endGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, "SIGKILL");
  } catch {
    // They have all ended.
  }
}
