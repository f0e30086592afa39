import { withEllipses } from "./printed-text.ts";

/** How a test failed, in terms that stay the same while the input shrinks. */
export interface Identity {
  /** `TypeError`, `AddressSanitizer: heap-buffer-overflow`, `panic`, `internal compiler error`. */
  readonly kind: string;
  /** With quoted names, numbers, addresses and paths blanked. */
  readonly message: string;
  /** At most three functions, innermost first, none of them inside the candidate. */
  readonly frames: readonly string[];
}

/** Whether two failures count as one: the same kind, the same message, raised at the same place. */
export function sameIdentity(a: Identity, b: Identity): boolean {
  return a.kind === b.kind && a.message === b.message && samePlace(a, b);
}

/** One line that is equal for failures that count as one. It has blanks: people are shown `describeIdentity`. */
export function identityKey({ kind, message, frames }: Identity): string {
  return withPlace(describeMessage(kind, message), frames);
}

/** One line for people. `printed`: kind and message as they were printed, if that is known. */
export function describeIdentity({ kind, message, frames }: Identity, printed?: string): string {
  const named = frames.filter((frame) => !isNameless.test(frame));
  return withPlace(printed ?? withEllipses(describeMessage(kind, message)), named);
}

/** What Node.js and Python print for code outside any named function. */
const isNameless = /^<(?:anonymous|module)>$/;

export function describeMessage(kind: string, message: string): string {
  return message === "" ? kind : `${kind}: ${message}`;
}

function withPlace(what: string, frames: Identity["frames"]): string {
  return frames.length === 0 ? what : `${what} in ${frames.join(" < ")}`;
}

/**
 * A trace that was cut off (Node.js prints ten frames) shows only the first of the other one's frames, so a common
 * beginning is enough; but a failure without any frames differs from one that has some.
 */
function samePlace(a: Identity, b: Identity): boolean {
  const shared = Math.min(a.frames.length, b.frames.length);
  if (shared === 0) return a.frames.length === b.frames.length;
  if (isOverflow(a)) return a.frames.some((frame) => b.frames.includes(frame));
  return a.frames.slice(0, shared).every((frame, index) => frame === b.frames[index]);
}

/** Endless recursion ends wherever the stack happens to be full: any function of the circle may be innermost. */
function isOverflow({ kind, message }: Identity): boolean {
  return /stack[ -]?overflow|call stack size|recursion depth|stack exceeds/i.test(`${kind} ${message}`);
}
