import fs from "node:fs";

/**
 * Gives unhandled exceptions and rejections of a body to `onError`, instead of to the listeners of the process. Returns a function
 * that ends this.
 */
export function catchUnhandled(isFromBody: () => boolean, onError: (error: unknown) => void): () => void {
  const { emit } = realProcess;
  const isOwnProperty = Object.hasOwn(realProcess, "emit");
  const replacement = function (this: NodeJS.Process, name: string, ...args: unknown[]): boolean {
    if ((name !== "uncaughtException" && name !== "unhandledRejection") || !isFromBody())
      return Reflect.apply(emit, this, [name, ...args]);
    onError(args[0]);
    return true;
  } as typeof emit;
  realProcess.emit = replacement;
  return () => {
    if (realProcess.emit !== replacement) return;
    if (isOwnProperty) realProcess.emit = emit;
    else Reflect.deleteProperty(realProcess, "emit");
  };
}

const realProcess = findRealProcess();

/** Where a test runner has replaced `process` by a copy, Node's own functions still know the real one. */
function findRealProcess(): NodeJS.Process {
  try {
    return fs.constructor.constructor("return process")();
  } catch {
    return process;
  }
}
