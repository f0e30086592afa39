import { type Both, placeText } from "../capture/place.ts";
import type { Isolated } from "../isolate/isolate.ts";

/** Where on its way from the input to the output the failure is looked at. */
export interface Station {
  /** Before all, or after all, that can be seen: the cause is not yet, or no more, in what the program knows. */
  readonly end?: "input" | "output";
  /** The last, or first, moment at which that was seen. */
  readonly at?: Both;
  readonly found?: Isolated;
}

/** From one station to a later one, and the moments in between that were not looked at. */
export interface Stretch {
  readonly before: Station;
  readonly after: Station;
  readonly moments: readonly Both[];
  /** What is done inside the call that `before` is the entry of is among the moments. */
  readonly entered?: true;
  /** How many calls the moments lie below where it was begun, and the last of these calls. */
  readonly depth?: number;
  readonly inside?: Both;
  /** Nothing more can be learned in between. */
  readonly closed?: true;
}

export function middleOf<T>(all: readonly T[]): T | undefined {
  return all[Math.floor(all.length / 2)];
}

/**
 * The middle first. However many are taken, they lie wide apart, and in no step with a loop: by the golden section.
 */
export function spreadOver<T>(all: readonly T[], most: number): Set<T> {
  const taken = new Set<T>();
  for (let n = 0; taken.size < Math.min(most, all.length); n++)
    taken.add(all[Math.floor(all.length * ((0.5 + n * golden) % 1))]!);
  return taken;
}

const golden = (Math.sqrt(5) - 1) / 2;

/**
 * The last time of each place, the latest first: the rounds of a loop are much alike, and what is handed over in values that cannot
 * be seen may show at one line of the last round only.
 */
export function lastTimes(moments: readonly Both[], most: number): Both[] {
  const last = new Map(moments.map((at) => [placeText({ ...at, passing: { ...at.passing, hit: 1 } }), at]));
  const isLast = new Set(last.values());
  return moments
    .filter((at) => isLast.has(at))
    .reverse()
    .slice(0, most);
}

/** The two parts of a stretch, before and after a station on it. */
export function cut(stretch: Stretch, station: Station): [Stretch, Stretch] {
  const { before, after, moments, depth = 0, inside } = stretch;
  const index = moments.indexOf(station.at!);
  const level = { depth, ...(inside ? { inside } : {}) };
  return [
    { before, after: station, moments: moments.slice(0, index), ...level },
    { before: station, after, moments: moments.slice(index + 1), ...level },
  ];
}
