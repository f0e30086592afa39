/** Loaded by `node --import` before the program, in every thread of it. */
import { isMainThread, workerData } from "node:worker_threads";
import { isScheduled } from "../schedule-events/whole-process/scheduled-process.ts";
import type { Birth } from "./worker.ts";

const log = process.env.CULPRIT_LOG;
const birth = workerData as Birth | undefined;
if (isMainThread) {
  if (log && isScheduled(log)) {
    const { installFirst } = await import("./install.ts");
    await installFirst();
  }
} else if (birth?.culprit) {
  // A worker may have been given an environment of its own.
  const { environment } = birth.culprit;
  const missing = Object.keys(environment).filter((name) => process.env[name] === undefined);
  for (const name of missing) process.env[name] = environment[name];
  const { installWorker } = await import("./install.ts");
  await installWorker(birth, missing);
}
