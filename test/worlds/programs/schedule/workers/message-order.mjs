import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";

if (isMainThread) {
  const said = [];
  for (const word of ["hello", "world"]) {
    const worker = new Worker(new URL(import.meta.url), { workerData: word });
    worker.on("message", (message) => {
      said.push(message);
      if (said.length === 2 && said.join(" ") !== "hello world") throw new Error(`said ${said.join(" ")}`);
    });
  }
} else {
  parentPort.postMessage(workerData); // POST
}
