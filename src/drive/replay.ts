import type { DeltaSet } from "../core/delta-set.ts";
import type { Outcome } from "../core/outcome.ts";
import { type Answer, type Ask, asking, outcomeOf, type Search } from "../core/search.ts";
import type { Tested } from "../search/assumptions.ts";

/** A position and the answer with which the search left it. */
export interface Replayed<Q, R, A extends Answer = Outcome> {
  readonly at: Ask<Q, R, A>;
  readonly answer: A;
}

/**
 * Walks a search again with answers that are known, and returns where it came to: done, or at the first question to
 * which `answerTo` has none. Nothing is run.
 */
export function* replay<Q, R, A extends Answer = Outcome>(
  search: Search<Q, R, A>,
  answerTo: (question: Q) => A | undefined,
): Generator<Replayed<Q, R, A>, Search<Q, R, A>> {
  while (asking(search)) {
    const answer = answerTo(search.ask);
    if (answer === undefined) break;
    yield { at: search, answer };
    search = search.after(answer);
  }
  return search;
}

/** The sets that a search asked about, each once, with the outcomes by which it went. */
export function* testedIn<R, A extends Answer = Outcome>(
  search: Search<DeltaSet, R, A>,
  answers: ReadonlyMap<string, A>,
): Generator<Tested> {
  const seen = new Set<string>();
  for (const { at, answer } of replay(search, (set) => answers.get(set.key))) {
    if (!seen.has(at.ask.key)) yield { set: at.ask, outcome: outcomeOf(answer) };
    seen.add(at.ask.key);
  }
}
