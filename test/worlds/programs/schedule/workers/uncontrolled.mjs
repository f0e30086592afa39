import { execFile } from "node:child_process";
import { once } from "node:events";
import { createServer, get } from "node:http";
import { isMainThread, parentPort, Worker } from "node:worker_threads";

// Something outside is waited for, by the main thread and by a worker, and messages come meanwhile.
const answer = () =>
  new Promise((resolve) => {
    execFile(process.execPath, ["-e", "setTimeout(() => console.log('child'), 50)"], (_, output) => resolve(output.trim()));
  });
if (isMainThread) {
  const worker = new Worker(new URL(import.meta.url));
  console.log("main heard", await answer());
  worker.postMessage("go on");
  console.log("worker heard", (await once(worker, "message"))[0]);
  const server = createServer((_, response) => response.end("served"));
  await once(server.listen(0), "listening");
  const [response] = await once(get({ port: server.address().port, agent: false }), "response");
  console.log(String((await response.toArray())[0]));
  server.close();
} else {
  parentPort.once("message", async () => parentPort.postMessage(await answer()));
}
