// biome-ignore lint/suspicious/noExplicitAny: any function can be the one whose callers are wanted.
export type Callee = (...args: any[]) => unknown;

/** The frames of the stack below a function's own, or below the caller of this one. */
export function captureFrames(callee: Callee | undefined, limit: number): readonly NodeJS.CallSite[] {
  const { stackTraceLimit, prepareStackTrace } = Error;
  Error.stackTraceLimit = limit;
  Error.prepareStackTrace = asFrames;
  try {
    const holder: { stack?: readonly NodeJS.CallSite[] } = {};
    Error.captureStackTrace(holder, callee);
    return holder.stack ?? [];
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
    Error.prepareStackTrace = prepareStackTrace as NonNullable<typeof prepareStackTrace>;
  }
}

const asFrames = (_: Error, frames: NodeJS.CallSite[]) => frames;

/** Whether the module loader called. */
export function calledByLoader(callee: Callee): boolean {
  return captureFrames(callee, 1)[0]?.getFileName()?.startsWith("node:internal/modules/") === true;
}
