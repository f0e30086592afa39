import type { Policy } from "../schedule.ts";

/** Ever other ways to choose the next event: no one of them finds every failure. */
export function* policies(seed: number, events: number): Generator<Policy, never> {
  for (let i = seed; ; i++) {
    yield { name: "uniform", seed: i, quantum: 1 };
    yield { name: "pct", seed: i, depth: 2, steps: events };
    yield { name: "uniform", seed: i, quantum: 2 };
    yield { name: "biased", seed: i, quantum: 2 };
    yield { name: "pct", seed: i, depth: 3, steps: events };
    yield { name: "uniform", seed: i, quantum: 5 };
  }
}
