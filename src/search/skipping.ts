import type { DeltaSet } from "../core/delta-set.ts";
import type { Outcome } from "../core/outcome.ts";
import { type Answer, ask, asking, type Search } from "../core/search.ts";

/** The answer for a set, if it is known without a test; undefined: it has to be tested. */
export type AnswerWithoutTest<A> = (set: DeltaSet) => A | undefined;

/** Maximum number of tests skipped in a row: while that goes on, the search cannot be interrupted. */
const maxInRow = 100;

/**
 * The same search without tests whose answer is known. After `most` skipped tests it runs all the others: deciding about
 * a set takes time too.
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

/** `left` depends only on the answers so far, so the search stays a function of the answers. */
function without<R, A>(
  search: Search<DeltaSet, R, A>,
  answerWithoutTest: AnswerWithoutTest<A>,
  left: number,
): Search<DeltaSet, R, A> {
  for (let inRow = 0; left > 0 && inRow < maxInRow && asking(search); left--, inRow++) {
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
