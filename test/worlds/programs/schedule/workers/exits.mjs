import { writeFileSync } from "node:fs";
import { isMainThread, Worker, workerData } from "node:worker_threads";

// Ends in one way or another, in the main thread or in a worker, while another worker waits for ever.
const [, , way, where] = process.argv;
if (isMainThread) {
  const words = new Int32Array(new SharedArrayBuffer(4));
  new Worker("const { workerData } = require('worker_threads'); Atomics.wait(workerData, 0, 0)", {
    eval: true,
    workerData: words,
  }).unref();
  if (where === "worker") {
    const worker = new Worker(new URL(import.meta.url), { argv: [way], workerData: "worker" });
    worker.on("exit", (code) => process.exit(code));
  } else end();
} else if (workerData === "worker") end();

function end() {
  console.log("before");
  process.on("exit", (code) => writeFileSync(1, `exit ${code}\n`));
  if (way === "exit") process.exit(4);
  if (way === "throw") throw new Error("thrown");
  if (way === "reject") Promise.reject(new Error("rejected"));
  if (way === "code") process.exitCode = 5;
  if (way === "kill") process.kill(process.pid, "SIGKILL");
}
