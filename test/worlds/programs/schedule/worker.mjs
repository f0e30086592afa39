import { execFile, fork } from "node:child_process";
import { once } from "node:events";
import { isMainThread, parentPort, Worker } from "node:worker_threads";

if (isMainThread && process.argv[2] !== "child") {
  const worker = new Worker(new URL(import.meta.url));
  setTimeout(() => console.log("a timer that must not come early"), 10_000).unref();
  worker.postMessage("hello");
  const [answer] = await once(worker, "message");
  console.log("worker says", answer);
  await worker.terminate();
  const child = execFile(process.execPath, ["-e", "setTimeout(() => console.log('child'), 100)"]);
  const guard = setTimeout(() => child.kill(), 15_000);
  let output = "";
  child.stdout.on("data", (data) => {
    output += data;
  });
  await once(child, "close");
  clearTimeout(guard);
  console.log("child says", output.trim());
  const forked = fork(new URL(import.meta.url), ["child"]);
  console.log("fork says", (await once(forked, "message"))[0]);
  await once(forked, "exit");
} else if (isMainThread) {
  process.send("forked");
  process.disconnect();
} else {
  parentPort.once("message", (message) => setTimeout(() => parentPort.postMessage(`${message} back`), 20));
}
