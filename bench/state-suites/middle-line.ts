import type { Ranking } from "./scores.ts";
import type { Line } from "./subject.ts";

/** What costs nothing: the middle line of the file, then those around it. */
export function middleRanking(executable: readonly Line[]): Ranking {
  const middle = Math.floor((executable.length - 1) / 2);
  const groups = new Map<number, Line[]>();
  for (const [i, line] of executable.entries()) {
    const distance = Math.abs(i - middle);
    groups.set(distance, [...(groups.get(distance) ?? []), line]);
  }
  return [...groups].sort(([one], [other]) => one - other).map(([, lines]) => lines);
}
