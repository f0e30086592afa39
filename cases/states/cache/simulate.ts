import { WriteBackCache } from "./cache.js";
import { Clock } from "./clock.js";
import { Store } from "./store.js";
import type { Step } from "./trace.js";

export interface Simulation {
  readonly store: Store;
  readonly cache: WriteBackCache;
  /** What was read, in order. */
  readonly seen: readonly number[];
  /** What ought to be in the store now. */
  readonly expected: ReadonlyMap<string, number>;
  readonly time: number;
}

const capacity = 4;
const settleTime = 25;
const flushPeriod = 40;

export function simulate(steps: readonly Step[]): Simulation {
  const store = new Store();
  const clock = new Clock();
  const cache = new WriteBackCache(store, clock, { capacity, settleTime });
  clock.every(flushPeriod, () => cache.settle());
  const expected = new Map<string, number>();
  const seen: number[] = [];
  for (const step of steps) {
    run(step, { cache, clock, expected, seen });
    clock.advance(1);
  }
  cache.flush();
  return { store, cache, seen, expected, time: clock.now };
}

interface Bench {
  readonly cache: WriteBackCache;
  readonly clock: Clock;
  readonly expected: Map<string, number>;
  readonly seen: number[];
}

function run(step: Step, { cache, clock, expected, seen }: Bench): void {
  switch (step.kind) {
    case "put":
      cache.put(step.key, step.value);
      expected.set(step.key, step.value);
      break;
    case "add":
      cache.add(step.key, step.value);
      expected.set(step.key, (expected.get(step.key) ?? 0) + step.value);
      break;
    case "get":
      seen.push(cache.get(step.key));
      break;
    case "pin":
      cache.pin(step.key);
      break;
    case "unpin":
      cache.unpin(step.key);
      break;
    case "wait":
      clock.advance(step.time);
      break;
  }
}
