import { EventEmitter, once } from "node:events";
import { readFile } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import {
  BroadcastChannel,
  isMainThread,
  MessageChannel,
  parentPort,
  receiveMessageOnPort,
  Worker,
  workerData,
} from "node:worker_threads";

const here = new URL(import.meta.url);
const start = (role, options = {}) => new Worker(here, { ...options, workerData: { role, ...options.workerData } });
const print = (...words) => console.log(...words);
// To be asked for at once: a worker may be gone before its last message to somebody else is heard.
const exitOf = (worker) => once(worker, "exit");

const roles = {
  async main() {
    await echo();
    await channels();
    await broadcast();
    await texts();
    await ends();
    await nested();
    await atomics();
    await waitAsync();
    await timers();
    process.on("exit", (code) => print("main ends", code));
  },
  echo() {
    parentPort.on("message", (message) => {
      parentPort.postMessage({ back: message });
      if (message === "last") parentPort.close();
    });
  },
  channel({ port }) {
    port.onmessage = ({ data, ports: [other] }) => {
      other.postMessage(data + 1);
      other.close();
      port.close();
    };
  },
  broadcast() {
    const channel = new BroadcastChannel("news");
    channel.onmessage = ({ data }) => {
      channel.postMessage(`heard ${data}`);
      channel.close();
    };
    parentPort.postMessage("listening");
  },
  throws() {
    throw new TypeError("from a worker");
  },
  exits() {
    process.on("exit", (code) => print("worker ends", code));
    process.exit(3);
  },
  sleeps({ words }) {
    Atomics.wait(words, 0, 0);
  },
  async nested({ depth }) {
    if (depth === 0) return parentPort.postMessage("deepest");
    const inner = start("nested", { workerData: { depth: depth - 1 } });
    const [message] = await once(inner, "message");
    parentPort.postMessage(`${depth} ${message}`);
  },
  atomics({ words }) {
    const big = new BigInt64Array(words.buffer, 8);
    parentPort.postMessage(Atomics.wait(words, 0, 0));
    parentPort.postMessage(Atomics.wait(big, 0, 0n, 100));
    parentPort.postMessage(Atomics.wait(words, 0, 1));
    Atomics.store(words, 1, 1);
    Atomics.notify(words, 1);
  },
  notifies({ words }) {
    Atomics.notify(words, 0);
  },
};

async function echo() {
  const worker = start("echo");
  await once(worker, "online");
  for (const message of [1, "two", { three: [3] }, "last"]) {
    worker.postMessage(message);
    print("echo", ...(await once(worker, "message")));
  }
  print("echo ends", ...(await once(worker, "exit")));
}

async function channels() {
  const { port1, port2 } = new MessageChannel();
  const worker = start("channel", { workerData: { port: port2 }, transferList: [port2] });
  const exit = exitOf(worker);
  const answers = new MessageChannel();
  port1.postMessage(41, [answers.port2]);
  print("answer", ...(await once(answers.port1, "message")));
  await exit;
  const { port1: a, port2: b } = new MessageChannel();
  a.postMessage("at once");
  print("received", receiveMessageOnPort(b), receiveMessageOnPort(b));
  b.addEventListener("message", ({ type, data, target }) => print(type, data, target === b), { once: true });
  a.postMessage("later");
  b.on("close", () => print("b closes"));
  setImmediate(() => a.close());
  await once(a, "close");
}

async function broadcast() {
  const channel = new BroadcastChannel("news");
  const worker = start("broadcast");
  const exit = exitOf(worker);
  await once(worker, "message");
  channel.postMessage("snow");
  const { data } = await new Promise((resolve) => {
    channel.onmessage = resolve;
  });
  print("broadcast", data);
  channel.close();
  await exit;
}

async function texts() {
  const classic = new Worker("require('node:worker_threads').parentPort.postMessage([1, 2].map((x) => x * 2))", {
    eval: true,
  });
  print("classic", ...(await once(classic, "message")));
  const module = new Worker(
    new URL("data:text/javascript,import { parentPort } from 'node:worker_threads'; parentPort.postMessage(import.meta.url.slice(0, 5))"),
  );
  print("module", ...(await once(module, "message")));
  const alone = start("echo", { env: { NAME: "value" }, execArgv: [] });
  alone.postMessage("last");
  print("alone", ...(await once(alone, "message")));
}

async function ends() {
  const thrower = start("throws");
  const [error] = await new Promise((resolve) => thrower.on("error", (...args) => resolve(args)));
  print("error", error instanceof TypeError, error.message);
  print("exit", ...(await once(start("exits"), "exit")));
  const sleeper = start("sleeps", { workerData: { words: new Int32Array(new SharedArrayBuffer(4)) } });
  await once(sleeper, "online");
  print("terminated", await sleeper.terminate());
  try {
    new Worker("no path");
  } catch ({ code }) {
    print(code);
  }
  print("missing", (await once(new Worker(new URL("missing.mjs", here)), "error").catch((reason) => [reason]))[0] instanceof Error);
}

async function nested() {
  print("nested", ...(await once(start("nested", { workerData: { depth: 2 } }), "message")));
}

async function atomics() {
  const words = new Int32Array(new SharedArrayBuffer(16));
  const worker = start("atomics", { workerData: { words } });
  const exit = exitOf(worker);
  const said = [];
  worker.on("message", (message) => said.push(message));
  const others = new Int32Array(new SharedArrayBuffer(16));
  let woken = 0;
  let wrong = 0;
  while (woken === 0) {
    wrong += Atomics.notify(others, 0);
    woken = Atomics.notify(words, 0);
    await pause(10);
  }
  print("woken", woken, wrong, Atomics.notify(words, 1));
  await exit;
  print("said", ...said, Atomics.wait(words, 1, 1, 5));
}

async function waitAsync() {
  const words = new Int32Array(new SharedArrayBuffer(4));
  const { value } = Atomics.waitAsync(words, 0, 0);
  const keep = setInterval(() => {}, 1000);
  start("notifies", { workerData: { words } });
  print("waitAsync", await value, Atomics.waitAsync(words, 0, 1), await Atomics.waitAsync(words, 0, 0, 10).value);
  clearInterval(keep);
}

async function timers() {
  const began = Date.now();
  await pause(500);
  print("timer", Date.now() - began >= 499);
  print("file", (await readFile(here, "utf8")).length > 1000, new EventEmitter().listenerCount("x"));
}

const { role, ...rest } = workerData ?? { role: "main" };
await roles[role](rest);
