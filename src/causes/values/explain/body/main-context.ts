import { runInThisContext } from "node:vm";

/** What Node itself provides: what a test sees may be a copy that its test runner made, or a mock. */
const main = runInThisContext("({ process, setTimeout, clearTimeout, AbortSignal })") as typeof globalThis;
/** As they are when this module is loaded: tests replace them. */
const { setTimeout, clearTimeout } = main;
const { getBuiltinModule, uptime } = main.process;

export const fs = getBuiltinModule("node:fs");

/** Milliseconds since the process began. Fake timers know nothing of this clock. */
export function now(): number {
  return 1000 * uptime.call(main.process);
}

/** Calls back after some real time; the function returned takes that back. */
export function afterTime(milliseconds: number, callBack: () => void): () => void {
  if ("clock" in setTimeout) {
    // Fake timers were there before this module.
    const signal = main.AbortSignal.timeout(Math.ceil(milliseconds));
    signal.addEventListener("abort", callBack);
    return () => signal.removeEventListener("abort", callBack);
  }
  const timer = setTimeout(callBack, milliseconds);
  return () => clearTimeout(timer);
}

/** Lets the event loop turn. By a file, since fake timers would never end the wait. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => fs.access(".", () => resolve()));
}

/** Loads a module of culprit beside the modules of the test runner, whose own loader may know only CommonJS. */
export function loadUnmocked<T>(path: string): T {
  return getBuiltinModule("node:module").createRequire(path)(path);
}
