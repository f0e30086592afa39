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

/** How long a run may take to write its result, or to begin, before we give up waiting, in milliseconds. */
const maxWait = 30_000;

/** The process that was last told to stop, by the folder of its record. */
const stopped = new Map<string, number>();

/**
 * Stops a run as Ctrl-C does: it writes its best result and can be resumed. Only once: a second signal would end it before it
 * has written that.
 */
export function stopRun(record: RunRecord): Refusal | undefined {
  const pid = record.lockedBy();
  if (pid === undefined) return { status: 409, message: `The run ${record.header.run} is not running.` };
  if (stopped.get(record.folder) === pid) return undefined;
  try {
    process.kill(pid, "SIGINT");
    stopped.set(record.folder, pid);
    return undefined;
  } catch {
    return { status: 403, message: `The process ${pid} that works on the run belongs to somebody else.` };
  }
}

/**
 * Goes on with a run in a process of its own, which goes on when this server ends; resolves when that works on it, or has
 * ended. A run that is still working is stopped first: a budget is for one session.
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
    if (!(await waitUntil(() => record.lockedBy() === undefined)))
      return { status: 409, message: "The run is still writing its result. Try again in a moment." };
  }
  if (isFinished(runStatus(record))) return { status: 409, message: "The run is finished: nothing is left to search." };
  await start(record, limits, program, onError);
  return undefined;
}

async function start(
  record: RunRecord,
  limits: NewLimits,
  program: string,
  onError: (message: string) => void,
): Promise<void> {
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
  let hasEnded = false;
  const end = (problem: string) => {
    if (!hasEnded && problem !== "") onError(problem);
    hasEnded = true;
  };
  const endWith = (code: number | null) => end(code === 0 ? "" : printed.trim());
  child.on("error", ({ message }) => end(message));
  child.on("close", endWith);
  // What it has started may hold its stderr open for as long as that runs.
  child.on("exit", (code) => setTimeout(endWith, maxClosing, code).unref());
  child.unref();
  (child.stderr as unknown as { unref(): void }).unref();
  await waitUntil(() => hasEnded || record.lockedBy() !== undefined);
}

const maxMessage = 2000;

/** How long the last of a message may take to arrive after its process has ended, in milliseconds. */
const maxClosing = 500;

/** The page sends these, and they become words of a command: nothing but a duration and a count is passed on. */
function checkLimits({ budget, maxTests }: NewLimits): Refusal | undefined {
  if (budget !== undefined && !(typeof budget === "string" && /^\d{1,9}(?:\.\d{1,3})?(?:ms|s|m|h)$/.test(budget)))
    return { status: 400, message: "Give a budget such as 30s, 5m or 1h." };
  if (maxTests !== undefined && !(Number.isSafeInteger(maxTests) && maxTests > 0))
    return { status: 400, message: "The number of tests has to be a positive integer." };
  return undefined;
}

async function waitUntil(isSo: () => boolean): Promise<boolean> {
  const deadline = Date.now() + maxWait;
  while (!isSo()) {
    if (Date.now() > deadline) return false;
    await sleep(50);
  }
  return true;
}
