import { fileURLToPath } from "node:url";
import type { Callee } from "../../shared/stack-frames.ts";

/** Maximum number of frames that are searched for the user's code. */
export const maxFrames = 60;

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
