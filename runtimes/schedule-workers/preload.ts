/** `node --import` loads this before the program, in each of its threads. */
import { isMainThread, workerData } from "node:worker_threads";
import { isScheduled } from "../schedule-events/whole-process/scheduled-process.ts";
import type { WorkerStartData } from "./calls/workers.ts";

const log = process.env.CULPRIT_LOG;
const start = workerData as WorkerStartData | undefined;
if (isMainThread) {
  if (log && isScheduled(log)) {
    const { controlMainThread } = await import("./control/control-thread.ts");
    controlMainThread();
  }
} else if (start?.culprit) {
  // The program may have given the worker an environment without our variables.
  const { environment } = start.culprit;
  const missing = Object.keys(environment).filter((name) => process.env[name] === undefined);
  for (const name of missing) process.env[name] = environment[name];
  const { controlWorkerThread } = await import("./control/control-thread.ts");
  controlWorkerThread(start, missing);
}
