import { isMainThread, MessageChannel, parentPort, Worker } from "node:worker_threads";

// The settings come by one port and the work by another: nothing says which comes first.
if (isMainThread) {
  const worker = new Worker(new URL(import.meta.url));
  const { port1, port2 } = new MessageChannel();
  worker.postMessage({ work: port2 }, [port2]);
  port1.postMessage("six");
  setImmediate(() => worker.postMessage({ settings: { six: 6 } }));
  port1.on("message", (answer) => {
    console.log(answer);
    port1.close();
    worker.postMessage("stop");
  });
} else {
  let settings;
  parentPort.on("message", ({ work, settings: given }) => {
    if (given) settings = given;
    else if (work) work.on("message", (number) => work.postMessage(settings[number])); // USE
    else parentPort.close();
  });
}
