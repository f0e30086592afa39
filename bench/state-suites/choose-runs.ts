import type { Choice, Run } from "./subject.ts";
import { textDistance } from "./text-distance.ts";

const maxAlsoPass = 20;
const maxAlsoFail = 10;

/** The runs that a search gets, by the rule at the head of `state-suites.ts`; nothing where none fails or none passes. */
export function chooseRuns(runs: readonly Run[]): Choice | undefined {
  const fail = runs.find(({ passes }) => !passes);
  if (!fail) return undefined;
  const nearest = runs
    .filter((run) => run !== fail)
    .map((run) => ({ run, distance: textDistance(run.input, fail.input) }))
    .sort((one, other) => one.distance - other.distance)
    .map(({ run }) => run);
  const [pass, ...alsoPass] = nearest.filter(({ passes }) => passes);
  if (!pass) return undefined;
  const alsoFail = nearest.filter(({ passes }) => !passes);
  return { fail, pass, alsoPass: alsoPass.slice(0, maxAlsoPass), alsoFail: alsoFail.slice(0, maxAlsoFail) };
}
