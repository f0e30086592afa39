import { isMainThread, Worker, workerData } from "node:worker_threads";

const words = workerData ?? new Int32Array(new SharedArrayBuffer(8));
const [ready, bell] = [0, 1];
if (isMainThread) {
  new Worker(new URL(import.meta.url), { workerData: words });
  if (Atomics.load(words, ready) === 0) {
    Atomics.wait(words, bell, 0); // WAIT, HERE
  }
  console.log("ready");
} else {
  Atomics.store(words, ready, 1);
  Atomics.notify(words, bell); // NOTIFY
}
