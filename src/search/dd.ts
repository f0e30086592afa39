import { DeltaSet } from "../core/delta-set.ts";
import { ask, type DeltaSearch, done } from "../core/search.ts";

/** A passing and a failing set, the first inside the second. */
export interface Pair {
  readonly passing: DeltaSet;
  readonly failing: DeltaSet;
}

/** What distinguishes the two: applied to the passing set, it makes it fail. */
export function differenceOf(pair: Pair): DeltaSet {
  return pair.failing.minus(pair.passing);
}

/**
 * Isolates a minimal difference between a passing and a failing set: general delta debugging, with the rules and the
 * order of cases of Zeller, Why Programs Fail, example 13.3. When a part proves irrelevant (cases 4 and 5) it goes on
 * with the next one; the printed program means to, but resets its offset.
 *
 * The cases rely on outcomes being remembered: a question may be asked a second time.
 */
export function dd(passing: DeltaSet, failing: DeltaSet, n = 2, offset = 0, tried = 0): DeltaSearch<Pair> {
  const delta = failing.minus(passing);
  const pair = { passing, failing };
  if (n > delta.size) return done(pair);
  if (tried === n) return n < delta.size ? dd(passing, failing, Math.min(2 * n, delta.size)) : done(pair);
  const i = (offset + tried) % n;
  const part = delta.part(i, n);
  const lessFailing = failing.minus(part);
  const morePassing = passing.union(part);
  return ask(lessFailing, pair, (removed) => {
    if (removed === "fail" && n === 2) return dd(passing, lessFailing);
    if (removed === "pass") return dd(lessFailing, failing);
    return ask(morePassing, pair, (added) => {
      if (added === "fail") return dd(passing, morePassing);
      if (removed === "fail") return dd(passing, lessFailing, Math.max(n - 1, 2), i);
      if (added === "pass") return dd(morePassing, failing, Math.max(n - 1, 2), i);
      return dd(passing, failing, n, offset, tried + 1);
    });
  });
}

/** Isolates between nothing and everything. */
export function isolateFromNothing(failing: DeltaSet): DeltaSearch<Pair> {
  return dd(DeltaSet.empty, failing);
}
