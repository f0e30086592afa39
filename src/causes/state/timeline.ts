import type { Isolated } from "./isolate.ts";
import type { Both } from "./place.ts";

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
  /** How many calls the moments lie below where it was begun. */
  readonly depth?: number;
  /** Nothing more can be learned in between. */
  readonly closed?: true;
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

/** The two parts of a stretch, before and after a station on it. */
export function cut({ before, after, moments, depth = 0 }: Stretch, station: Station): [Stretch, Stretch] {
  const index = moments.indexOf(station.at!);
  return [
    { before, after: station, moments: moments.slice(0, index), depth },
    { before: station, after, moments: moments.slice(index + 1), depth },
  ];
}

export function isSame(a: Station, b: Station): boolean {
  return keysOf(a) === keysOf(b);
}

function keysOf({ end, found }: Station): string {
  if (end !== undefined) return end;
  return (found?.cause ?? [])
    .map(({ key }) => key)
    .sort()
    .join("\n");
}
