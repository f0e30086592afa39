import { ask, done, type Search } from "../../../core/search.ts";
import { here, type Question } from "./diagnose.ts";

export interface Repeats {
  readonly failed: number;
  readonly passed: number;
  readonly unresolved: number;
}

/** Runs the test again, until it has failed `most` times in a row since the first run, or has passed as well. */
export function repeatHere(
  experiment: string,
  most: number,
  seen: Repeats = { failed: 0, passed: 0, unresolved: 0 },
): Search<Question, Repeats> {
  const runs = seen.failed + seen.passed + seen.unresolved;
  if (seen.passed > 0 || runs === most) return done(seen);
  const nth = runs + 1 + (experiment === here ? 2 : 0);
  return ask({ experiment, nth }, seen, (outcome) => {
    const key = outcome === "fail" ? "failed" : outcome === "pass" ? "passed" : "unresolved";
    return repeatHere(experiment, most, { ...seen, [key]: seen[key] + 1 });
  });
}
