import { AsyncLocalStorage } from "node:async_hooks";

const silent = new AsyncLocalStorage<true>();

/** Runs a body again, without its output. */
export function runSilently<R>(body: () => R): R {
  return silent.run(true, body);
}

/** Whether the caller runs inside a body that is run again. */
export function isRunAgain(): boolean {
  return silent.getStore() === true;
}

const methods = ["log", "info", "warn", "error", "debug", "trace", "dir", "table", "group", "groupCollapsed"] as const;

let users = 0;
let restore = () => {};

/** While `work` goes on, what `runSilently` runs prints nothing to the console; everything else does, as tests may run beside it. */
export async function withSilence<R>(work: () => Promise<R>): Promise<R> {
  if (users++ === 0) restore = replaceMethods(globalThis.console);
  try {
    return await work();
  } finally {
    if (--users === 0) {
      restore();
      // A store that stays in use makes every promise of the process carry it.
      silent.disable();
    }
  }
}

function replaceMethods(console: Console): () => void {
  const replaced = methods.map((name) => {
    const before = Object.getOwnPropertyDescriptor(console, name);
    const print = console[name];
    const own = (...words: unknown[]) => (isRunAgain() ? undefined : Reflect.apply(print, console, words));
    Object.assign(console, { [name]: own });
    return { name, before, own };
  });
  return () => {
    for (const { name, before, own } of replaced) {
      // A mock that a body has put there stays.
      if (console[name] !== own) continue;
      if (before) Object.defineProperty(console, name, before);
      else Reflect.deleteProperty(console, name);
    }
  };
}
