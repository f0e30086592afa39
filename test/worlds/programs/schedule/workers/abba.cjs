const { isMainThread, Worker, workerData } = require("node:worker_threads");

function lock(locks, which) {
  while (Atomics.compareExchange(locks, which, 0, 1) !== 0) Atomics.wait(locks, which, 1); // LOCK, HERE
}

function unlock(locks, which) {
  Atomics.store(locks, which, 0);
  Atomics.notify(locks, which, 1);
}

if (isMainThread) {
  const locks = new Int32Array(new SharedArrayBuffer(8));
  for (const [first, second] of [
    [0, 1],
    [1, 0],
  ]) {
    new Worker(__filename, { workerData: { locks, first, second } });
  }
} else {
  const { locks, first, second } = workerData;
  lock(locks, first);
  lock(locks, second);
  unlock(locks, second);
  unlock(locks, first);
}
