import childProcess from "node:child_process";
import crypto from "node:crypto";
import dgram from "node:dgram";
import net from "node:net";
import workerThreads from "node:worker_threads";
import { outside, talkWithParent, uncontrolled } from "./outside.ts";
import { type Any, replace, wrap } from "./replace.ts";
import { scope } from "./scope.ts";

/** What the gate cannot hold back is said in the log, and real time passes while it is waited for. */
export function sayWhatIsUncontrolled(): void {
  sayWhatIsOutside();
  replace(workerThreads, "Worker", saying(workerThreads.Worker, "worker", "exit"));
  const broadcast = saying(workerThreads.BroadcastChannel, "message port");
  for (const owner of [globalThis, workerThreads]) replace(owner, "BroadcastChannel", broadcast);
}

/** What is outside the process. */
export function sayWhatIsOutside(): void {
  const child = childProcess.ChildProcess.prototype as Any;
  wrap(child, "spawn", (spawn) => {
    return function (this: Any, ...args: Any[]) {
      const over = outside("child process");
      this.once("close", over);
      this.once("error", over);
      return Reflect.apply(spawn, this, args);
    };
  });
  replace(dgram, "Socket", saying(dgram.Socket, "network", "close"));
  wrap(dgram, "createSocket", (create) => (...args) => {
    const socket = create(...args);
    socket.once("close", outside("network"));
    return socket;
  });
  sayRandomBytes();
  wrap(process, "dlopen", (load) => {
    return function (this: Any, ...args: Any[]) {
      uncontrolled("native addon");
      return Reflect.apply(load, this, args);
    };
  });
}

/** They are not made the same in all runs: names of files are made of them, which have to be new ones each time. */
function sayRandomBytes(): void {
  const say = (owner: object, name: string) =>
    wrap(owner, name, (original) => {
      return function (this: Any, ...args: Any[]) {
        uncontrolled("random bytes");
        return Reflect.apply(original, this, args);
      };
    });
  for (const name of ["randomBytes", "randomFill", "randomFillSync", "randomInt", "randomUUID"]) say(crypto, name);
  const web = Object.getPrototypeOf(crypto.webcrypto) as object;
  for (const name of ["getRandomValues", "randomUUID"]) say(web, name);
}

/** The same of what comes from outside the process. */
export function sayWhatComesIn(): void {
  if (!workerThreads.isMainThread) talkWithParent();
  process.on("newListener", (name) => {
    if (typeof name === "string" && name.startsWith("SIG")) uncontrolled("signal");
    if (name === "message" && process.channel) talkWithParent();
  });
  watchInput();
}

/** A class that says so when something is made of it; real time passes until the event `end` of what was made. */
function saying<T extends abstract new (...args: Any[]) => Any>(original: T, what: string, end?: string): T {
  return new Proxy(original, {
    construct(target, args, newTarget) {
      const instance = Reflect.construct(target, args, newTarget);
      if (!scope.includes()) return instance;
      if (end === undefined) uncontrolled(what);
      else instance.once(end, outside(what));
      return instance;
    },
  });
}

/** Standard input that is a pipe or a terminal. */
function watchInput(): void {
  const { get } = Object.getOwnPropertyDescriptor(process, "stdin") ?? {};
  if (get === undefined) return;
  let watched = false;
  const watch = (stdin: Any) => {
    watched = true;
    if (!(stdin instanceof net.Socket)) return stdin;
    let over: (() => void) | undefined;
    const end = () => {
      over?.();
      over = undefined;
    };
    const begin = () => {
      over ??= outside("standard input");
    };
    stdin.on("resume", begin);
    stdin.on("newListener", (name: string) => (name === "readable" ? begin() : undefined));
    for (const name of ["pause", "end", "close"]) stdin.on(name, end);
    return stdin;
  };
  Object.defineProperty(process, "stdin", {
    configurable: true,
    enumerable: true,
    get: () => {
      const stdin: Any = get.call(process);
      return watched ? stdin : watch(stdin);
    },
  });
}
