import type { SchedulePolicy } from "../../../runtimes/protocol/schedule-policy.ts";

/** Ever other ways to choose who runs next: no one of them finds every failure, and none comes twice. */
export function* portfolio(seed: number, steps: number, threads: boolean): Generator<SchedulePolicy, never> {
  // Steps of threads are small, and most switches do nothing; each event is one.
  const some = (share: number) => Math.max(2, Math.round(steps * share));
  const [often, ...others] = new Set(threads ? [10, some(1 / 10), some(1 / 30)] : [1, 2, 5]);
  for (let i = seed; ; i++) {
    yield { name: "pct", seed: i, depth: 2, steps };
    yield { name: "uniform", seed: i, quantum: often! };
    yield { name: "biased", seed: i, quantum: threads ? 100 : 2 };
    yield { name: "pct", seed: i, depth: 3, steps };
    for (const quantum of others) yield { name: "uniform", seed: i, quantum };
  }
}
