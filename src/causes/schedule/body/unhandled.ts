/** Exceptions and rejections that nobody handles reach the body they come from, not whoever listens in the process. */
export function catchUnhandled(isOurs: () => boolean, onError: (error: unknown) => void): () => void {
  const { emit } = process;
  const own = Object.hasOwn(process, "emit");
  const ours = function (this: NodeJS.Process, name: string, ...args: unknown[]): boolean {
    if ((name !== "uncaughtException" && name !== "unhandledRejection") || !isOurs())
      return Reflect.apply(emit, this, [name, ...args]);
    onError(args[0]);
    return true;
  } as typeof emit;
  process.emit = ours;
  return () => {
    if (process.emit !== ours) return;
    if (own) process.emit = emit;
    else Reflect.deleteProperty(process, "emit");
  };
}
