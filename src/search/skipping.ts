import type { DeltaSet } from "../core/delta-set.ts";
import { ask, asking, type DeltaSearch } from "../core/search.ts";

/**
 * The same search without the tests of sets that are known to be of no use: those are unresolved. After so many of them
 * it goes on with all its tests: what decides about a set takes its time too, and cannot be interrupted.
 */
export function skipping<R>(
  search: DeltaSearch<R>,
  isUseless: (set: DeltaSet) => boolean,
  most = Number.POSITIVE_INFINITY,
): DeltaSearch<R> {
  const known = new Map<string, boolean>();
  return without(
    search,
    (set) => {
      const useless = known.get(set.key) ?? isUseless(set);
      known.set(set.key, useless);
      return useless;
    },
    most,
  );
}

/** `left` is a matter of the way to here alone, so that a search stays a function of the outcomes. */
function without<R>(search: DeltaSearch<R>, isUseless: (set: DeltaSet) => boolean, left: number): DeltaSearch<R> {
  for (; left > 0 && asking(search) && isUseless(search.ask); left--) search = search.after("unresolved");
  if (!asking(search) || left === 0) return search;
  const { ask: question, best, after, also } = search;
  const useful = also && (() => usefulOf(also(), isUseless));
  return ask(question, best, (answer) => without(after(answer), isUseless, left), useful);
}

function* usefulOf(sets: Iterable<DeltaSet>, isUseless: (set: DeltaSet) => boolean): Generator<DeltaSet> {
  for (const set of sets) if (!isUseless(set)) yield set;
}
