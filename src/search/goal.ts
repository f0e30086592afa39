import { DeltaSet } from "../core/delta-set.ts";
import { type DeltaSearch, on } from "../core/search.ts";
import type { FoundSets } from "./assumptions.ts";
import { dd } from "./dd.ts";
import { ddmax } from "./ddmax.ts";
import { simplifying } from "./names.ts";

/** `simplify`: a minimal failing set. The others give a minimal pair; `find-passing` by the largest passing part. */
export type Goal = "simplify" | "isolate" | "find-passing";

/** The search that reaches a goal; `name` chooses one for simplifying. */
export function searchFor(goal: Goal, name: string): (all: DeltaSet) => DeltaSearch<FoundSets> {
  if (goal === "isolate") return (all) => dd(DeltaSet.empty, all);
  const same = (set: DeltaSet) => set;
  if (goal === "find-passing") {
    return (all) =>
      on(ddmax(DeltaSet.empty, all), {
        question: same,
        result: (passing) => ({ passing, failing: all, largest: true as const }),
      });
  }
  return (all) => on(simplifying[name]!.search(all), { question: same, result: (failing) => ({ failing }) });
}

/** The name of that search in the journal and the finding. */
export function searchNameFor(goal: Goal, name: string): string {
  return goal === "simplify" ? name : goal === "isolate" ? "dd" : "ddmax";
}

/** The deltas that another cause must not contain. */
export function causeIn({ failing, passing }: FoundSets): DeltaSet {
  return passing ? failing.minus(passing) : failing;
}

/** The sizes of the sets, as reports plot them. */
export function setSizes({ failing, passing }: FoundSets): { failing: number; passing?: number } {
  return passing ? { failing: failing.size, passing: passing.size } : { failing: failing.size };
}
