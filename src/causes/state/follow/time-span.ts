import { type CommonMoment, momentText } from "../capture/place.ts";
import type { PlaceFinding } from "../isolate/place-finding.ts";

/** A point between the program's input and its output at which the cause is known. */
export interface Checkpoint {
  /** The cause is not in the program's variables yet (`input`), or no longer (`output`). */
  readonly end?: "input" | "output";
  /** The moment; for an end, the last or first one that is known to belong to it. */
  readonly at?: CommonMoment;
  readonly found?: PlaceFinding;
}

/** From one checkpoint to a later one, with the moments in between that are still to be searched. */
export interface TimeSpan {
  readonly before: Checkpoint;
  readonly after: Checkpoint;
  readonly moments: readonly CommonMoment[];
  /** The moments are those inside the call that `before` is the entry of. */
  readonly entered?: true;
  /** How many calls below the main code the moments are, and the innermost of these calls. */
  readonly depth?: number;
  readonly inside?: CommonMoment;
  /** There is nothing more to learn in between. */
  readonly closed?: true;
}

/** The parts of a span before and after one of its moments. */
export function splitSpan(span: TimeSpan, checkpoint: Checkpoint): [TimeSpan, TimeSpan] {
  const { before, after, moments, depth = 0, inside } = span;
  const index = moments.indexOf(checkpoint.at!);
  const level = { depth, ...(inside ? { inside } : {}) };
  return [
    { before, after: checkpoint, moments: moments.slice(0, index), ...level },
    { before: checkpoint, after, moments: moments.slice(index + 1), ...level },
  ];
}

/** Which end of the program a span touches; undefined: none, or both. */
export function endOf({ before, after }: TimeSpan): "input" | "output" | undefined {
  if (before.end === "input") return after.end === "output" ? undefined : "input";
  return after.end === "output" ? "output" : undefined;
}

export function middleElement<T>(all: readonly T[]): T | undefined {
  return all[Math.floor(all.length / 2)];
}

const goldenRatio = (Math.sqrt(5) - 1) / 2;

/** Up to `max` elements, the middle one first, spread by the golden ratio: far apart, and never in step with a loop. */
export function spreadOver<T>(all: readonly T[], max: number): Set<T> {
  const chosen = new Set<T>();
  for (let n = 0; chosen.size < Math.min(max, all.length); n++) chosen.add(spreadElement(all, n)!);
  return chosen;
}

/** The n-th of elements that are spread over a list; 0 is the middle. */
export function spreadElement<T>(all: readonly T[], n: number): T | undefined {
  return all[Math.floor(all.length * ((0.5 + n * goldenRatio) % 1))];
}

/**
 * The last time that each place is reached, latest first. Rounds of a loop are alike, but what is passed on invisibly may show at
 * one line of the last round only.
 */
export function lastVisits(moments: readonly CommonMoment[], max: number): CommonMoment[] {
  const last = new Map(moments.map((at) => [momentText({ ...at, passing: { ...at.passing, hit: 1 } }), at]));
  const isLast = new Set(last.values());
  return moments
    .filter((at) => isLast.has(at))
    .reverse()
    .slice(0, max);
}
