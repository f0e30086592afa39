import fs from "node:fs";

/** Exceptions and rejections that nobody handles reach the body they come from, not whoever listens in the process. */
export function catchUnhandled(isOurs: () => boolean, onError: (error: unknown) => void): () => void {
  const { emit } = real;
  const own = Object.hasOwn(real, "emit");
  const ours = function (this: NodeJS.Process, name: string, ...args: unknown[]): boolean {
    if ((name !== "uncaughtException" && name !== "unhandledRejection") || !isOurs())
      return Reflect.apply(emit, this, [name, ...args]);
    onError(args[0]);
    return true;
  } as typeof emit;
  real.emit = ours;
  return () => {
    if (real.emit !== ours) return;
    if (own) real.emit = emit;
    else Reflect.deleteProperty(real, "emit");
  };
}

const real = realProcess();

/** Where a test runner has put a copy in the place of the process, functions of Node still know the real one. */
function realProcess(): NodeJS.Process {
  try {
    return fs.constructor.constructor("return process")();
  } catch {
    return process;
  }
}
