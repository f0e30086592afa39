import type { BrokenAssumption } from "../../../core/finding.ts";
import { confirm } from "../../../run/confirm.ts";
import type { StateDifference } from "../compare/differences.ts";
import { withFailingEnding } from "../isolate/failing-ending.ts";
import { withSplice } from "../isolate/output-splice.ts";
import { changedWorld } from "../isolate/place-deltas.ts";
import { changeable, type PlaceFinding } from "../isolate/place-finding.ts";
import { findRunnerUps } from "../isolate/runner-ups.ts";
import type { StateRun } from "../state-run.ts";

export interface ConfirmedAnswer {
  /** What a second run showed otherwise. */
  readonly broken: readonly BrokenAssumption[];
  /** Other causes at the same place. */
  readonly runnerUps: readonly (readonly StateDifference[])[];
}

/** Maximum number of other causes to name. */
const maxRunnerUps = 2;

/** Runs the answer once more, and searches for other variables at its place that would make the program fail as well. */
export async function confirmAnswer(stateRun: StateRun, answer: PlaceFinding): Promise<ConfirmedAnswer> {
  const { at, cause, context, differences, milliseconds, failingEnding, splice } = answer;
  const judged = withSplice(withFailingEnding(stateRun, failingEnding), splice);
  const worldWith = (chosen: readonly StateDifference[]) =>
    changedWorld(judged, at, { chosen, among: changeable(differences), milliseconds });
  const broken = await confirm(stateRun.run, [
    { world: worldWith([...context, ...cause]), outcome: "fail", name: "passing run with the cause" },
    { world: worldWith(context), outcome: "pass", name: "passing run without the cause" },
  ]);
  return { broken, runnerUps: await findRunnerUps(stateRun, answer, maxRunnerUps) };
}
