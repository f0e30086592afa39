import { once } from "node:events";
import { isMainThread, Worker, workerData } from "node:worker_threads";

if (isMainThread) {
  const counts = new Int32Array(new SharedArrayBuffer(4));
  const workers = [1, 2].map(() => new Worker(new URL(import.meta.url), { workerData: counts }));
  await Promise.all(workers.map((worker) => once(worker, "exit")));
  if (counts[0] !== 40) throw new Error("an update was lost");
} else {
  const counts = workerData;
  for (let i = 0; i < 20; i++) {
    const seen = counts[0]; // READ
    counts[0] = seen + 1; // WRITE, HERE
  }
}
