import { UserError } from "../../core/user-error.ts";
import { type Paint, paint } from "../../report/terminal/paint.ts";

type When = "auto" | "always" | "never";
let wanted: When = "auto";

/** What `--color` says; it comes before what the environment says. */
export function chooseColours(when: string): void {
  if (when !== "auto" && when !== "always" && when !== "never")
    throw new UserError(`--color is one of auto, always and never, not "${when}".`);
  wanted = when;
}

/** Whether a stream is a terminal that shows colours. */
function hasColours(stream: NodeJS.WriteStream): boolean {
  if (wanted !== "auto") return wanted === "always";
  if (process.env.NO_COLOR) return false;
  if (process.env.FORCE_COLOR) return process.env.FORCE_COLOR !== "0";
  return stream.isTTY === true && process.env.TERM !== "dumb";
}

export function paintFor(stream: NodeJS.WriteStream): Paint {
  return paint(hasColours(stream));
}
