import type { DeltaSet } from "../core/delta-set.ts";
import type { Outcome } from "../core/outcome.ts";
import { type DeltaSearch, on } from "../core/search.ts";
import { auto } from "./auto.ts";

/**
 * The largest passing set between a passing and a failing one: no single delta can be added without losing the pass
 * (Zeller, Why Programs Fail, exercise 13.3). It is the smallest set of deltas to leave out of the failing set so that
 * it passes, so the search is a simplification with pass and fail swapped.
 */
export function ddmax(passing: DeltaSet, failing: DeltaSet, simplify = auto): DeltaSearch {
  return on(simplify(failing.minus(passing)), {
    question: (leftOut) => failing.minus(leftOut),
    answer: mirrored,
    result: (leftOut) => failing.minus(leftOut),
  });
}

function mirrored(outcome: Outcome): Outcome {
  return outcome === "pass" ? "fail" : outcome === "fail" ? "pass" : "unresolved";
}
