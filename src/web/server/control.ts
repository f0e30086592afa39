import { spawn } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { journalFormat, type RunRecord } from "../../run/record/record.ts";
import { isFinished, runStatus } from "../../run/record/run-status.ts";
import type { Refusal } from "./access.ts";

/** What a resumed session may differ in. */
export interface NewLimits {
  /** As on the command line: 30s, 5m. */
  readonly budget?: string;
  readonly maxTests?: number;
}

/** How long a run that was stopped may take to write its result before we give up waiting, in milliseconds. */
const maxWait = 30_000;

/** Stops a run as Ctrl-C does: it writes its best result and can be resumed. */
export function stopRun(record: RunRecord): Refusal | undefined {
  const pid = record.lockedBy();
  if (pid === undefined) return { status: 409, message: `The run ${record.header.run} is not running.` };
  try {
    process.kill(pid, "SIGINT");
    return undefined;
  } catch {
    return { status: 403, message: `The process ${pid} that works on the run belongs to somebody else.` };
  }
}

/**
 * Goes on with a run in a process of its own, which goes on when this server ends. A run that is still working is stopped
 * first: a budget is for one session.
 */
export async function resumeRun(
  record: RunRecord,
  limits: NewLimits,
  program: string,
  onError: (message: string) => void,
): Promise<Refusal | undefined> {
  const wrong = checkLimits(limits);
  if (wrong) return wrong;
  if (record.header.format !== journalFormat)
    return { status: 409, message: "Another version of culprit recorded this run: start a new one." };
  if (record.lockedBy() !== undefined) {
    const refusal = stopRun(record);
    if (refusal) return refusal;
    if (!(await isFree(record)))
      return { status: 409, message: "The run is still writing its result. Try again in a moment." };
  }
  if (isFinished(runStatus(record))) return { status: 409, message: "The run is finished: nothing is left to search." };
  start(record, limits, program, onError);
  return undefined;
}

function start(record: RunRecord, limits: NewLimits, program: string, onError: (message: string) => void): void {
  const words = [
    ...(limits.budget === undefined ? [] : ["--budget", limits.budget]),
    ...(limits.maxTests === undefined ? [] : ["--max-tests", `${limits.maxTests}`]),
  ];
  const { run, cwd } = record.header;
  const child = spawn(process.execPath, [program, "resume", run, "--quiet", ...words], {
    cwd,
    detached: true,
    stdio: ["ignore", "ignore", "pipe"],
  });
  let printed = "";
  child.stderr.on("data", (text) => {
    if (printed.length < maxMessage) printed += text;
  });
  child.on("error", ({ message }) => onError(message));
  child.on("close", (code) => {
    if (code !== 0 && printed !== "") onError(printed.trim());
  });
  child.unref();
  (child.stderr as unknown as { unref(): void }).unref();
}

const maxMessage = 2000;

/** The page sends these, and they become words of a command: nothing but a duration and a count is passed on. */
function checkLimits({ budget, maxTests }: NewLimits): Refusal | undefined {
  if (budget !== undefined && !(typeof budget === "string" && /^\d{1,9}(?:\.\d{1,3})?(?:ms|s|m|h)$/.test(budget)))
    return { status: 400, message: "Give a budget such as 30s, 5m or 1h." };
  if (maxTests !== undefined && !(Number.isSafeInteger(maxTests) && maxTests > 0))
    return { status: 400, message: "The number of tests has to be a positive integer." };
  return undefined;
}

async function isFree(record: RunRecord): Promise<boolean> {
  const deadline = Date.now() + maxWait;
  while (record.lockedBy() !== undefined) {
    if (Date.now() > deadline) return false;
    await sleep(50);
  }
  return true;
}
