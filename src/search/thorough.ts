import type { DeltaSet } from "../core/delta-set.ts";
import { andThen, ask, type DeltaSearch, done } from "../core/search.ts";
import { auto } from "./auto.ts";
import { windows } from "./windows.ts";

/** With more deltas than this left, trying every pair of them costs too much for what it finds. */
const fewEnoughForPairs = 40;

/**
 * Smaller results for more tests. After `auto`, neighbours are left out together, in windows of falling size, and where
 * few deltas are left every two of them, wherever they stand: a bracket and its partner. Again until nothing goes.
 */
export function thorough(failing: DeltaSet): DeltaSearch {
  return andThen(auto(failing), neighbours);
}

function neighbours(failing: DeltaSet): DeltaSearch {
  const sizes = [16, 8, 4, 2, 1].filter((size) => size < failing.size);
  return andThen(windows(failing, sizes), (left) =>
    left.size > fewEnoughForPairs
      ? done(left)
      : andThen(pairs(left, 0, 1), (smaller) => (smaller.size < left.size ? neighbours(smaller) : done(smaller))),
  );
}

/** Leaves out the first two deltas found that can go together. */
function pairs(failing: DeltaSet, i: number, j: number): DeltaSearch {
  if (j >= failing.size) return i + 2 < failing.size ? pairs(failing, i + 1, i + 2) : done(failing);
  const rest = failing.minus(failing.slice(i, i + 1)).minus(failing.slice(j, j + 1));
  return ask(rest, failing, (outcome) => (outcome === "fail" ? done(rest) : pairs(failing, i, j + 1)));
}
