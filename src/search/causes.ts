import type { DeltaSet } from "../core/delta-set.ts";
import { andThen, ask, type DeltaSearch, done } from "../core/search.ts";

export interface SeveralCauses<R> {
  readonly search: (failing: DeltaSet) => DeltaSearch<R>;
  /** The deltas of a result that a further cause must do without. */
  readonly causeOf: (result: R) => DeltaSet;
  readonly count: number;
}

/** Up to `count` causes that do not overlap: after each one, what is left without it is searched if it still fails. */
export function causes<R>(failing: DeltaSet, several: SeveralCauses<R>, found: readonly R[] = []): DeltaSearch<R[]> {
  return andThen(
    several.search(failing),
    (result) => {
      const results = [...found, result];
      const rest = failing.minus(several.causeOf(result));
      if (results.length >= several.count || rest.isEmpty) return done(results);
      return ask(rest, results, (outcome) => (outcome === "fail" ? causes(rest, several, results) : done(results)));
    },
    (best) => [...found, best],
  );
}
