// What chance brings, in two threads.
import { isMainThread, Worker } from "node:worker_threads";

if (isMainThread) await new Promise((done) => new Worker(new URL(import.meta.url)).once("exit", done));
console.log(isMainThread ? "main" : "worker", Math.random());
