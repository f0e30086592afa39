import type { DeltaSet } from "../core/delta-set.ts";
import { ask, type DeltaSearch, done } from "../core/search.ts";

/**
 * Leaves out neighbours together: at every place, as many as the first of `sizes`, then as the second, and so on, again
 * until nothing goes. Finds what no search over single deltas can: two brackets that must go together. With 1 among the
 * sizes the result is 1-minimal.
 */
export function windows(failing: DeltaSet, sizes: readonly number[]): DeltaSearch {
  const pass = (failing: DeltaSet, which: number, place: number, changed: boolean): DeltaSearch => {
    const size = sizes[which];
    if (size === undefined) return changed ? pass(failing, 0, 0, false) : done(failing);
    if (place + size > failing.size || size === failing.size) return pass(failing, which + 1, 0, changed);
    const rest = failing.minus(failing.slice(place, place + size));
    return ask(rest, failing, (outcome) =>
      outcome === "fail" ? pass(rest, which, place, true) : pass(failing, which, place + 1, changed),
    );
  };
  return pass(failing, 0, 0, false);
}
