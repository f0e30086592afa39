import type { Segment } from "../runtimes/protocol/schedule-plan.ts";
import { DeltaSet } from "../src/core/delta-set.ts";

/**
 * A schedule in the coordinates of Choi and Zeller (2002): yield points are numbered through all threads, and this is the
 * rising list of those at which the next thread in turn goes on.
 */
export type SwitchTimes = readonly number[];

/** The way from one schedule to another: each delta moves one switch by one yield point. */
export class Moves {
  readonly #from: SwitchTimes;
  readonly #to: SwitchTimes;
  /** The number of the first move of each switch. */
  readonly #starts: readonly number[];
  readonly total: number;

  constructor(from: SwitchTimes, to: SwitchTimes) {
    const starts: number[] = [];
    let total = 0;
    for (const [i, time] of from.entries()) {
      starts.push(total);
      total += Math.abs(to[i]! - time);
    }
    this.#from = from;
    this.#to = to;
    this.#starts = starts;
    this.total = total;
  }

  /** The schedule with these moves made. Of switches that pass each other it is all the same which is which. */
  applied(moves: DeltaSet): SwitchTimes {
    const times = this.#from.map((time, i) => {
      const made = moves.intersect(DeltaSet.range(this.#starts[i]!, this.#starts[i + 1] ?? this.total)).size;
      return time + Math.sign(this.#to[i]! - time) * made;
    });
    return times.sort((a, b) => a - b);
  }
}

/** The same in counts of each lane: what the runtime follows, as long as the lane whose turn it is can run. */
export function segmentsOf(times: SwitchTimes, lanes: readonly string[]): Segment[] {
  const counts = new Map(lanes.map((lane) => [lane, 0]));
  let last = 0;
  return times.map((time, i) => {
    const lane = lanes[i % lanes.length]!;
    const count = counts.get(lane)! + time - last;
    counts.set(lane, count);
    last = time;
    return { lane, count };
  });
}
