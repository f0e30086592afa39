import type { DeltaSet } from "../src/core/delta-set.ts";
import type { Outcome } from "../src/core/outcome.ts";
import { asking, type DeltaSearch } from "../src/core/search.ts";
import { replaySearch } from "../src/drive/replay.ts";

export type Predicate = (set: DeltaSet) => Outcome;

export interface Walked<R> {
  readonly result: R;
  /** Distinct questions, in the order asked. */
  readonly asked: readonly { readonly set: DeltaSet; readonly outcome: Outcome }[];
}

/** Runs a search against a predicate, sequentially and in place. */
export function walk<R>(search: DeltaSearch<R>, predicate: Predicate, limit = 1e6): Walked<R> {
  const known = new Map<string, Outcome>();
  const asked: { set: DeltaSet; outcome: Outcome }[] = [];
  const steps = replaySearch(search, (set) => {
    const before = known.get(set.key);
    if (before) return before;
    const outcome = predicate(set);
    known.set(set.key, outcome);
    asked.push({ set, outcome });
    return asked.length > limit ? undefined : outcome;
  });
  for (;;) {
    const step = steps.next();
    if (!step.done) continue;
    if (asking(step.value)) throw new Error(`not done after ${limit} tests`);
    return { result: step.value.result, asked };
  }
}

/** Fails when all of `needed` are there. */
export function needs(...needed: number[]): Predicate {
  return (set) => (needed.every((n) => set.has(n)) ? "fail" : "pass");
}
