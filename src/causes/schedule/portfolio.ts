import type { RunLength } from "../../../runtimes/protocol/schedule-log.ts";
import type { SchedulePolicy } from "../../../runtimes/protocol/schedule-policy.ts";
import type { Lanes } from "./request.ts";

/** A run with more steps is a long one: a random step is hardly ever where threads meet. */
export const maxShortSteps = 100_000;

/** Number of switches that a schedule of threads should have at most, however long the run is: each costs time, and has to be logged. */
const maxSwitches = 20_000;

/** The runtimes' policy `biased` switches up to this many times as often as its quantum says. */
const maxBias = 16;

/**
 * Policies to explore schedules with, never the same one twice. No single one finds every failure, so different ones take
 * turns. `length` is that of a typical run.
 */
export function* portfolio(seed: number, length: RunLength, lanes: Lanes): Generator<SchedulePolicy, never> {
  const { steps } = length;
  const threads = lanes === "threads";
  const [often, ...others] = new Set(threads ? threadQuanta(steps) : [1, 2, 5]);
  const biased = threads ? atLeast(100, (maxBias * steps) / maxSwitches) : 2;
  for (let i = seed; ; i++) {
    const round: SchedulePolicy[] = [
      { name: "pct", seed: i, depth: 2, steps },
      { name: "uniform", seed: i, quantum: often! },
      { name: "biased", seed: i, quantum: biased },
      { name: "pct", seed: i, depth: 3, steps },
      ...others.map((quantum) => ({ name: "uniform", seed: i, quantum }) as const),
    ];
    const until = steps > maxShortSteps ? 2 : round.length;
    for (let k = 0; k < round.length; k += until) {
      yield* round.slice(k, k + until);
      yield* atSyncs((i * round.length + k) / until, length);
    }
  }
}

/**
 * Nearly all steps of a native program are memory accesses, and most of these concern one thread only. Threads meet where they
 * lock, wait, create threads or use atomic operations; these are so few that each has a chance to be a switch. The longer a run,
 * the more that matters.
 */
function* atSyncs(seed: number, { steps, syncs }: RunLength): Generator<SchedulePolicy> {
  if (syncs === 0) return;
  yield { name: "pct", seed, depth: 2 + (seed % 2), steps, syncs };
  yield { name: "uniform", seed, quantum: atLeast(2, syncs / maxSwitches), syncs };
}

/** Switches are rarer than among events: steps of threads are small, and most switches between them change nothing. */
function threadQuanta(steps: number): number[] {
  return [atLeast(10, steps / maxSwitches), atLeast(2, steps / 10), atLeast(2, steps / 30)];
}

function atLeast(least: number, value: number): number {
  return Math.max(least, Math.round(value));
}
