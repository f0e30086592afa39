import fs from "node:fs";
import { wrap } from "../replacements/replace.ts";
import { scheduler } from "../scheduler/state.ts";

type Callback = (error: unknown, value?: unknown) => void;

/** Makes a function with a callback do the same as the one of fs/promises, which is controlled. */
export function wrapCallbackVariant(name: "rm" | "opendir"): void {
  wrap(fs, name, (original) => (path, ...rest) => {
    const callback = rest.at(-1);
    if (typeof callback !== "function" || scheduler.operations > 0) return original(path, ...rest);
    callBackWith(fs.promises[name](path, rest.length > 1 ? rest[0] : undefined), callback);
  });
}

/** Calls back outside the promise, so that what the callback throws is an exception, not a rejection. */
export function callBackWith(promise: Promise<unknown>, callback: Callback): void {
  promise.then(
    (value) => process.nextTick(callback, null, value),
    (error: unknown) => process.nextTick(callback, error),
  );
}
