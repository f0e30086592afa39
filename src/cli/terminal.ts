import { type Paint, paint } from "../report/terminal/paint.ts";

/** Whether a stream is a terminal that shows colours. */
function hasColours(stream: NodeJS.WriteStream): boolean {
  if (process.env.NO_COLOR) return false;
  if (process.env.FORCE_COLOR) return process.env.FORCE_COLOR !== "0";
  return stream.isTTY === true && process.env.TERM !== "dumb";
}

export function paintFor(stream: NodeJS.WriteStream): Paint {
  return paint(hasColours(stream));
}
