import type { SchedulePolicy } from "../../../runtimes/protocol/schedule-policy.ts";
import type { Lanes } from "./request.ts";

/** Number of switches that a schedule of threads should have at most, however long the run is: each costs time, and has to be logged. */
const maxSwitches = 20_000;

/** The runtimes' policy `biased` switches up to this many times as often as its quantum says. */
const maxBias = 16;

/**
 * Policies to explore schedules with, never the same one twice. No single one finds every failure, so different ones take
 * turns. `steps` is the length of a typical run.
 */
export function* portfolio(seed: number, steps: number, lanes: Lanes): Generator<SchedulePolicy, never> {
  const threads = lanes === "threads";
  const [often, ...others] = new Set(threads ? threadQuanta(steps) : [1, 2, 5]);
  const biased = threads ? atLeast(100, (maxBias * steps) / maxSwitches) : 2;
  for (let i = seed; ; i++) {
    yield { name: "pct", seed: i, depth: 2, steps };
    yield { name: "uniform", seed: i, quantum: often! };
    yield { name: "biased", seed: i, quantum: biased };
    yield { name: "pct", seed: i, depth: 3, steps };
    for (const quantum of others) yield { name: "uniform", seed: i, quantum };
  }
}

/** Switches are rarer than among events: steps of threads are small, and most switches between them change nothing. */
function threadQuanta(steps: number): number[] {
  return [atLeast(10, steps / maxSwitches), atLeast(2, steps / 10), atLeast(2, steps / 30)];
}

function atLeast(least: number, value: number): number {
  return Math.max(least, Math.round(value));
}
