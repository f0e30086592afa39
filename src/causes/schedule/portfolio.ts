import type { SchedulePolicy } from "../../../runtimes/protocol/schedule-policy.ts";
import type { Lanes } from "./request.ts";

/**
 * Policies to explore schedules with, never the same one twice. No single one finds every failure, so different ones take
 * turns. `steps` is the length of a typical run.
 */
export function* portfolio(seed: number, steps: number, lanes: Lanes): Generator<SchedulePolicy, never> {
  const threads = lanes === "threads";
  const [often, ...others] = new Set(threads ? threadQuanta(steps) : [1, 2, 5]);
  for (let i = seed; ; i++) {
    yield { name: "pct", seed: i, depth: 2, steps };
    yield { name: "uniform", seed: i, quantum: often! };
    yield { name: "biased", seed: i, quantum: threads ? 100 : 2 };
    yield { name: "pct", seed: i, depth: 3, steps };
    for (const quantum of others) yield { name: "uniform", seed: i, quantum };
  }
}

/** Switches are rarer than among events: steps of threads are small, and most switches between them change nothing. */
function threadQuanta(steps: number): number[] {
  const share = (part: number) => Math.max(2, Math.round(steps * part));
  return [10, share(1 / 10), share(1 / 30)];
}
