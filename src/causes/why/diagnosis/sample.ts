import { ask, done, type Search } from "../../../core/search.ts";
import { here, type Question } from "./diagnose.ts";

export interface Sample {
  readonly failed: number;
  readonly passed: number;
}

/** How many of each outcome are enough to know that it comes and goes, and roughly how often. */
const enough = 3;

/** Runs the test as it is until it has failed and passed a few times, or `most` times. */
export function sampleHere(most: number, seen: Sample = { failed: 0, passed: 0 }, nth = 1): Search<Question, Sample> {
  const isKnown = seen.failed >= enough && seen.passed >= enough;
  if (isKnown || nth > most) return done(seen);
  return ask({ experiment: here, nth: nth + firstNumber }, seen, (outcome) => {
    const key = outcome === "fail" ? "failed" : "passed";
    return sampleHere(most, outcome === "unresolved" ? seen : { ...seen, [key]: seen[key] + 1 }, nth + 1);
  });
}

/** Earlier numbers were asked before it was known that the test comes and goes. */
const firstNumber = 100;
