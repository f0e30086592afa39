import type { DeltaSet } from "../core/delta-set.ts";
import type { Outcome } from "../core/outcome.ts";
import { type Answer, ask, asking, type Search } from "../core/search.ts";

/** What is known of a set without a test; undefined: it has to be tested. */
export type AnswerWithoutTest<A> = (set: DeltaSet) => A | undefined;

/**
 * The same search without the tests of sets of which it is known that they tell nothing. After so many of them it goes on
 * with all its tests: what decides about a set takes its time too, and cannot be interrupted.
 */
export function skipping<R, A extends Answer = Outcome>(
  search: Search<DeltaSet, R, A>,
  answerWithoutTest: AnswerWithoutTest<A>,
  most = Number.POSITIVE_INFINITY,
): Search<DeltaSet, R, A> {
  const known = new Map<string, { readonly answer: A | undefined }>();
  return without(
    search,
    (set) => {
      const { answer } = known.get(set.key) ?? { answer: answerWithoutTest(set) };
      known.set(set.key, { answer });
      return answer;
    },
    most,
  );
}

/** `left` is a matter of the way to here alone, so that a search stays a function of the outcomes. */
function without<R, A>(
  search: Search<DeltaSet, R, A>,
  answerWithoutTest: AnswerWithoutTest<A>,
  left: number,
): Search<DeltaSet, R, A> {
  for (; left > 0 && asking(search); left--) {
    const answer = answerWithoutTest(search.ask);
    if (answer === undefined) break;
    search = search.after(answer);
  }
  if (!asking(search) || left === 0) return search;
  const { ask: question, best, after, also } = search;
  const useful = also && (() => usefulOf(also(), answerWithoutTest));
  return ask(question, best, (answer) => without(after(answer), answerWithoutTest, left), useful);
}

function* usefulOf<A>(sets: Iterable<DeltaSet>, answerWithoutTest: AnswerWithoutTest<A>): Generator<DeltaSet> {
  for (const set of sets) if (answerWithoutTest(set) === undefined) yield set;
}
