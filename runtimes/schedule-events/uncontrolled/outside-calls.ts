import childProcess from "node:child_process";
import crypto from "node:crypto";
import dgram from "node:dgram";
import workerThreads from "node:worker_threads";
import { type Any, replace, wrap } from "../replacements/replace.ts";
import { scope } from "../replacements/scope.ts";
import { logUncontrolled } from "../scheduler/uncontrolled.ts";
import { beginOutsideWait } from "./outside-wait.ts";

/** Logs the use of what cannot be controlled. While the program waits for it, time is real. */
export function logUncontrolledUse(): void {
  logOutsideUse();
  replace(workerThreads, "Worker", loggingClass(workerThreads.Worker, "worker", "exit"));
  const broadcast = loggingClass(workerThreads.BroadcastChannel, "message port");
  for (const owner of [globalThis, workerThreads]) replace(owner, "BroadcastChannel", broadcast);
}

/** The same for what is outside the process. */
export function logOutsideUse(): void {
  const child = childProcess.ChildProcess.prototype as Any;
  wrap(child, "spawn", (spawn) => {
    return function (this: Any, ...args: Any[]) {
      const end = beginOutsideWait("child process");
      this.once("close", end);
      this.once("error", end);
      return Reflect.apply(spawn, this, args);
    };
  });
  replace(dgram, "Socket", loggingClass(dgram.Socket, "network", "close"));
  wrap(dgram, "createSocket", (create) => (...args) => {
    const socket = create(...args);
    socket.once("close", beginOutsideWait("network"));
    return socket;
  });
  logRandomBytes();
  logCalls(process, "dlopen", "native addon");
}

/** Random bytes stay random: programs use them for names of new files, which must differ between runs. */
function logRandomBytes(): void {
  for (const name of ["randomBytes", "randomFill", "randomFillSync", "randomInt", "randomUUID"])
    logCalls(crypto, name, "random bytes");
  const webCrypto = Object.getPrototypeOf(crypto.webcrypto) as object;
  for (const name of ["getRandomValues", "randomUUID"]) logCalls(webCrypto, name, "random bytes");
}

function logCalls(object: object, name: string, what: string): void {
  wrap(object, name, (original) => {
    return function (this: Any, ...args: Any[]) {
      logUncontrolled(what);
      return Reflect.apply(original, this, args);
    };
  });
}

/** A class whose use is logged. With `end`, time is real until the new object emits this event. */
function loggingClass<T extends abstract new (...args: Any[]) => Any>(original: T, what: string, end?: string): T {
  return new Proxy(original, {
    construct(target, args, newTarget) {
      const instance = Reflect.construct(target, args, newTarget);
      if (!scope.isControlled()) return instance;
      if (end === undefined) logUncontrolled(what);
      else instance.once(end, beginOutsideWait(what));
      return instance;
    },
  });
}
