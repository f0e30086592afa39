import { ask, done, type Search } from "../../../core/search.ts";

/** A run of the test under the circumstances of an experiment, for the `nth` time. */
export interface Question {
  readonly experiment: string;
  readonly nth: number;
}

/** The experiment that changes nothing. */
export const here = "here";

export interface Diagnosis {
  /** The experiment under whose circumstances the test passes, twice, while it fails here; undefined: none of them. */
  readonly decides?: string;
  /** The test passed here, or failed where it had passed: it comes and goes. */
  readonly comesAndGoes?: true;
}

export type DiagnosisSearch = Search<Question, Diagnosis>;

/**
 * Tries one experiment after the other until the test passes in one. It has failed here once, and that is checked together with what
 * was found: the same experiment passes again, and here it fails again. Otherwise the test comes and goes, and nothing is said of
 * the experiment.
 */
export function diagnose([next, ...others]: readonly string[]): DiagnosisSearch {
  if (next === undefined) return done({});
  return ask(
    { experiment: next, nth: 1 },
    {},
    (outcome) => (outcome === "pass" ? checkPass(next) : diagnose(others)),
    () => others.slice(0, maxAhead).map((experiment) => ({ experiment, nth: 1 })),
  );
}

/** Most experiments fail, so the next ones will probably be needed, too. */
const maxAhead = 4;

function checkPass(experiment: string): DiagnosisSearch {
  const unsure: Diagnosis = { comesAndGoes: true };
  return ask({ experiment: here, nth: 2 }, unsure, (outcome) => {
    if (outcome !== "fail") return done(unsure);
    return ask({ experiment, nth: 2 }, unsure, (again) => done(again === "pass" ? { decides: experiment } : unsure));
  });
}
