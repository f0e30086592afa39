import type { DeltaSet } from "../core/delta-set.ts";
import { ask, type DeltaSearch, done } from "../core/search.ts";

/**
 * Simplifies a failing set until no single delta can be left out (Zeller and Hildebrandt 2002). Only complements are
 * tested; after a success it goes on with the next part instead of the first, so every delta has the same chance.
 * `failing` fails; it is cut into `n` parts; `tried` of them, up to `i`, could not be left out.
 */
export function ddmin(failing: DeltaSet, n = 2, i = 0, tried = 0): DeltaSearch {
  if (failing.size < 2) return done(failing);
  if (tried === n) return n < failing.size ? ddmin(failing, Math.min(2 * n, failing.size)) : done(failing);
  const rest = failing.minus(failing.part(i, n));
  return ask(rest, failing, (outcome) =>
    outcome === "fail" ? ddmin(rest, ...coarser(n, i)) : ddmin(failing, n, (i + 1) % n, tried + 1),
  );
}

/** Proves a failing set 1-minimal: leaves out each single delta in turn, until none can go. */
export function oneMinimal(failing: DeltaSet): DeltaSearch {
  return ddmin(failing, failing.size);
}

/** One part fewer, and the place in them where the search goes on. */
function coarser(n: number, i: number): [n: number, i: number] {
  const parts = Math.max(n - 1, 2);
  return [parts, i % parts];
}
