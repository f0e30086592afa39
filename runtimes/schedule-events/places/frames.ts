import { fileURLToPath } from "node:url";

// biome-ignore lint/suspicious/noExplicitAny: any function can be the one whose callers are wanted.
export type Callee = (...args: any[]) => unknown;

/** Maximum number of frames that are searched for the user's code. */
export const maxFrames = 60;

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

/** The same stack as text, in the words of whoever has changed how errors show it. */
export function stackText(callee: Callee): string {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = maxFrames;
  try {
    const holder = new Error();
    Error.captureStackTrace(holder, callee);
    return String(holder.stack);
  } catch {
    return "";
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

export function isAsync(frame: NodeJS.CallSite): boolean {
  return (frame as { isAsync?(): boolean }).isAsync?.() === true;
}

/** The path of a file that a frame names by its path or URL. */
export function pathOf(name: string): string {
  return name.startsWith("file://") ? fileURLToPath(name) : name;
}
