/**
 * Long work in short steps. Whoever does it may do something else between two steps, or give up; given up, it is
 * `return`ed, so that it can free what it holds.
 */
export type Work<T> = Generator<void, T, void>;

/** Does some work, and says so to whoever waits; rejects if it is not to be finished. */
export type Pace = <T>(doing: string, work: Work<T>) => Promise<T>;

/** All steps in a row. */
export function finish<T>(work: Work<T>): T {
  for (let step = work.next(); ; step = work.next()) if (step.done) return step.value;
}

/** Without a rest. */
export const atOnce: Pace = async (_, work) => finish(work);
