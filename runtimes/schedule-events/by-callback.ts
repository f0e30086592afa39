import fs from "node:fs";
import { gate } from "./event.ts";
import { wrap } from "./replace.ts";

type Callback = (error: unknown, value?: unknown) => void;

/** A function with a callback does what its sister does that returns a promise. */
export function wrapByCallback(name: "rm" | "opendir"): void {
  wrap(fs, name, (plain) => (path, ...rest) => {
    const callback = rest.at(-1);
    if (typeof callback !== "function" || gate.underWay > 0) return plain(path, ...rest);
    settle(fs.promises[name](path, rest.length > 1 ? rest[0] : undefined), callback);
  });
}

/** Calls back outside the promise, so that what the callback throws is an exception and no rejection. */
export function settle(promise: Promise<unknown>, callback: Callback): void {
  promise.then(
    (value) => process.nextTick(callback, null, value),
    (error: unknown) => process.nextTick(callback, error),
  );
}
