import type { ServerContext } from "@modelcontextprotocol/server";
import { runProgress } from "./run-progress.ts";
import { progressLine } from "./run-report.ts";
import type { KnownRun, Runs } from "./runs.ts";

/** Maximum number of seconds that a call waits: many clients give up after 60. */
export const maxWait = 50;

/** Milliseconds between two messages about the progress. */
const notifyInterval = 1000;

/** Waits for a run to end, and meanwhile tells the client how far it is, if it wants to know. */
export function waitFor(runs: Runs, run: KnownRun, seconds: number, { mcpReq }: ServerContext): Promise<KnownRun> {
  const token = mcpReq._meta?.progressToken;
  let [sent, next] = [-1, 0];
  const onLook = (now: KnownRun) => {
    if (token === undefined || !now.record || performance.now() < next) return;
    const { tests } = runProgress(now.record);
    // Progress has to grow with each message.
    if (tests <= sent) return;
    [sent, next] = [tests, performance.now() + notifyInterval];
    const params = { progressToken: token, progress: tests, message: progressLine(now) };
    void mcpReq.notify({ method: "notifications/progress", params }).catch(() => {});
  };
  return runs.wait(run, 1000 * seconds, { signal: mcpReq.signal, onLook });
}
