import type { DeltaSet } from "../core/delta-set.ts";
import { andThen, ask, type DeltaSearch, done } from "../core/search.ts";
import { auto } from "./auto.ts";
import { windows } from "./windows.ts";

/** Maximum distance between two deltas that are left out together. The number of tests grows with it. */
const maxDistance = 8;

/**
 * Smaller results for more tests. After `auto`, up to eight neighbours are left out together, as many as go, and every
 * two deltas not far from each other: a bracket and its partner, where removing inner pairs brings outer ones closer.
 * Again until nothing goes.
 */
export function thorough(failing: DeltaSet): DeltaSearch {
  return andThen(auto(failing), neighbours);
}

function neighbours(failing: DeltaSet): DeltaSearch {
  const sizes = Array.from({ length: maxDistance }, (_, i) => maxDistance - i).filter((size) => size < failing.size);
  return andThen(windows(failing, sizes), (left) =>
    andThen(pairs(left, 2, 0), (smaller) => (smaller.size < left.size ? neighbours(smaller) : done(smaller))),
  );
}

/** Leaves out every two deltas that can go together, those close to each other first. */
function pairs(failing: DeltaSet, distance: number, place: number): DeltaSearch {
  if (distance > maxDistance || failing.size < 3) return done(failing);
  if (place + distance >= failing.size) return pairs(failing, distance + 1, 0);
  const rest = failing
    .minus(failing.slice(place, place + 1))
    .minus(failing.slice(place + distance, place + distance + 1));
  return ask(rest, failing, (outcome) =>
    outcome === "fail" ? pairs(rest, distance, Math.max(0, place - 1)) : pairs(failing, distance, place + 1),
  );
}
