import type { Outcome } from "../core/outcome.ts";
import { type Answer, asking, bestOf, type Search } from "../core/search.ts";
import type { Answered, Course } from "./course.ts";

/** One trial at a time. A question asked again is answered from memory. */
export async function sequential<Q, R, O extends Answered, A extends Answer = Outcome>(
  course: Course<Q, R, O, A>,
): Promise<Search<Q, R, A>> {
  const { answer = ({ outcome }: O) => outcome as A } = course;
  const known = new Map<string, O>();
  const stop = course.stop ?? new AbortController().signal;
  let search = course.search;
  while (asking(search)) {
    const question: Q = search.ask;
    const key = course.key(question);
    let observation = known.get(key);
    if (observation === undefined) {
      if (stop.aborted || course.mayGoOn?.() === false) return search;
      try {
        observation = await course.trial(question, stop);
      } catch (error) {
        if (stop.aborted) return search;
        throw error;
      }
      known.set(key, observation);
    }
    search = search.after(answer(observation, question));
    course.onStep?.({ question, observation, best: bestOf(search) });
  }
  return search;
}
