import type { Outcome } from "../core/outcome.ts";
import { type Ask, asking, type DeltaSearch, type Search } from "../core/search.ts";
import type { Tested } from "../search/assumptions.ts";

/** A position and the outcome with which the search left it. */
export interface Replayed<Q, R> {
  readonly at: Ask<Q, R>;
  readonly outcome: Outcome;
}

/**
 * Walks a search again with outcomes that are known, and returns where it came to: done, or at the first question to
 * which `outcomeOf` has no answer. Nothing is run.
 */
export function* replay<Q, R>(
  search: Search<Q, R>,
  outcomeOf: (question: Q) => Outcome | undefined,
): Generator<Replayed<Q, R>, Search<Q, R>> {
  while (asking(search)) {
    const outcome = outcomeOf(search.ask);
    if (outcome === undefined) break;
    yield { at: search, outcome };
    search = search.after(outcome);
  }
  return search;
}

/** The sets that a search asked about, each once, with the outcomes by which it went. */
export function* testedIn<R>(search: DeltaSearch<R>, outcomes: ReadonlyMap<string, Outcome>): Generator<Tested> {
  const seen = new Set<string>();
  for (const { at, outcome } of replay(search, (set) => outcomes.get(set.key))) {
    if (!seen.has(at.ask.key)) yield { set: at.ask, outcome };
    seen.add(at.ask.key);
  }
}
