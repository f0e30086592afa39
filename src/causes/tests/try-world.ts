import type { Outcome } from "../../core/outcome.ts";
import { mayTest } from "../../run/may-test.ts";
import type { Run } from "../../run/run.ts";
import type { World } from "../../trial/laboratory.ts";

/** The outcome of a world; undefined: the run was stopped, or has no tests left. */
export async function runTrialIfPossible(run: Run, stage: string, world: World): Promise<Outcome | undefined> {
  if (!mayTest(run)) return undefined;
  try {
    const { outcome } = await run.tryWorld(stage, world);
    return outcome;
  } catch (error) {
    if (!run.stopped.aborted) throw error;
    return undefined;
  }
}
