import { isMainThread, Worker, workerData } from "node:worker_threads";

const flag = workerData ?? new Int32Array(new SharedArrayBuffer(4));
if (isMainThread) {
  new Worker(new URL(import.meta.url), { workerData: flag, argv: process.argv.slice(2) });
  while (Atomics.load(flag, 0) === 0);
  console.log("seen");
} else if (process.argv[2] !== "never") Atomics.store(flag, 0, 1);
