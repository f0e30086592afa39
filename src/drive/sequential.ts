import type { Outcome } from "../core/outcome.ts";
import { type Answer, asking, bestOf, type Search } from "../core/search.ts";
import type { TrialResult, Walk } from "./walk.ts";

/** Runs one trial at a time. A question that is asked again is answered from memory. */
export async function sequential<Q, R, O extends TrialResult, A extends Answer = Outcome>(
  walk: Walk<Q, R, O, A>,
): Promise<Search<Q, R, A>> {
  const { answer = ({ outcome }: O) => outcome as A } = walk;
  const known = new Map<string, O>();
  const stop = walk.stop ?? never;
  let search = walk.search;
  while (asking(search)) {
    const question: Q = search.ask;
    const key = walk.key(question);
    let observation = known.get(key);
    if (observation === undefined) {
      const mustStop = stop.aborted || walk.mayContinue?.() === false;
      if (mustStop && !walk.isOnRecord?.(question)) return search;
      try {
        observation = await walk.trial(question, mustStop ? never : stop);
      } catch (error) {
        if (stop.aborted) return search;
        throw error;
      }
      known.set(key, observation);
    }
    search = search.after(answer(observation, question));
    walk.onStep?.({ question, observation, best: bestOf(search) });
  }
  return search;
}

/** For what nothing aborts: answers on record are not tried again. */
const never = new AbortController().signal;
