import { DeltaSet } from "../src/core/delta-set.ts";
import type { Outcome } from "../src/core/outcome.ts";
import { asking, type DeltaSearch } from "../src/core/search.ts";
import { mean } from "./table.ts";
import type { World, Worlds } from "./worlds.ts";

/** Tests are distinct questions, asked one after the other; the two ends are known before a search begins. */
export function measure<R>(search: (failing: DeltaSet) => DeltaSearch<R>, { size, predicate }: World) {
  const known = new Map<string, Outcome>();
  let position = search(DeltaSet.range(0, size));
  while (asking(position)) {
    const { ask } = position;
    const isEnd = ask.isEmpty || ask.size === size;
    const outcome = isEnd ? (ask.isEmpty ? "pass" : "fail") : (known.get(ask.key) ?? predicate(ask));
    if (!isEnd) known.set(ask.key, outcome);
    position = position.after(outcome);
  }
  return { tests: known.size, result: position.result };
}

/** Means over the worlds of the seeds 0 … seeds − 1. */
export function means(search: (failing: DeltaSet) => DeltaSearch, worlds: Worlds, seeds: number) {
  const runs = Array.from({ length: seeds }, (_, seed) => measure(search, worlds(seed)));
  return { tests: mean(runs.map(({ tests }) => tests)), size: mean(runs.map(({ result }) => result.size)) };
}
