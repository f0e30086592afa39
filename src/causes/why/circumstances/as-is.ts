import { here } from "../diagnosis/diagnose.ts";
import type { Experiment } from "../experiment.ts";
import { type TestedCommand, worldOf } from "../worlds/tested-command.ts";

/** The test as it is here: nothing is changed. */
export function asItIs(tested: TestedCommand): Experiment {
  return { id: here, kind: "edit", how: "here", world: (nth) => worldOf(tested, { id: here, nth }) };
}

/** The test as it is here, and no other one of its suite. */
export function alone(tested: TestedCommand): Experiment {
  return {
    id: "alone",
    kind: "tests",
    how: "alone, without the other tests",
    world: (nth) => worldOf({ ...tested, isAlone: true }, { id: here, nth }),
  };
}
