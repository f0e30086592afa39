import { type Answer, ask, asking, bestOf, done, outcomeOf, type Search } from "../core/search.ts";

/** What a search found, and whether it came to its end. */
export interface Reached<R> {
  readonly found: R | undefined;
  readonly complete: boolean;
}

/** The same search, given up after so many unresolved outcomes in a row: then its world cannot be judged in these parts. */
export function givingUp<Q, R, A extends Answer>(
  search: Search<Q, R, A>,
  most: number,
  left = most,
): Search<Q, Reached<R>, A> {
  if (!asking(search) || left === 0) return done({ found: bestOf(search), complete: !asking(search) });
  return ask<Q, Reached<R>, A>(
    search.ask,
    { found: search.best, complete: false },
    (answer) => givingUp(search.after(answer), most, outcomeOf(answer) === "unresolved" ? left - 1 : most),
    search.also,
  );
}
