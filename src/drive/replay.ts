import type { DeltaSet } from "../core/delta-set.ts";
import type { Outcome } from "../core/outcome.ts";
import { type Answer, type Ask, asking, outcomeOf, type Search } from "../core/search.ts";
import type { Tested } from "../search/assumptions.ts";

/** A position and the answer with which the search left it. */
export interface ReplayedStep<Q, R, A extends Answer = Outcome> {
  readonly at: Ask<Q, R, A>;
  readonly answer: A;
}

/**
 * Walks a search again with known answers, without running anything. Returns the last position: done, or at the first
 * question to which `answerTo` has no answer.
 */
export function* replaySearch<Q, R, A extends Answer = Outcome>(
  search: Search<Q, R, A>,
  answerTo: (question: Q) => A | undefined,
): Generator<ReplayedStep<Q, R, A>, Search<Q, R, A>> {
  while (asking(search)) {
    const answer = answerTo(search.ask);
    if (answer === undefined) break;
    yield { at: search, answer };
    search = search.after(answer);
  }
  return search;
}

/** Each set that a search asked about, once, with the outcome that the search used. */
export function* testedIn<R, A extends Answer = Outcome>(
  search: Search<DeltaSet, R, A>,
  answers: ReadonlyMap<string, A>,
): Generator<Tested> {
  const seen = new Set<string>();
  for (const { at, answer } of replaySearch(search, (set) => answers.get(set.key))) {
    if (!seen.has(at.ask.key)) yield { set: at.ask, outcome: outcomeOf(answer) };
    seen.add(at.ask.key);
  }
}
