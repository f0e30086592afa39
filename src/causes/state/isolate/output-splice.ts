import type { CommonMoment } from "../capture/place.ts";
import type { OutputSplice, PrintedAtPlace } from "../driver/printed-output.ts";
import { runPlan } from "../driver/run-plan.ts";
import { programOf } from "../request.ts";
import type { StateRun } from "../state-run.ts";

/** Maximum number of bytes printed before a place that are put into the output of other runs. */
const maxBytes = 1_000_000;
/** How the judge of a run exits if the test does not fail: it passes, or is unresolved. */
const notFailed = [0, 125];

/**
 * A changed run has printed what the passing run prints before the place, and a test that looks at all of the output may reject that
 * mixture for no good reason. So it gets what the failing run had printed, and then what the changed run prints. Undefined: what the
 * failing run had printed is enough to fail the test, whatever comes after it, so that the place would not matter.
 */
export async function chooseSplice(
  stateRun: StateRun,
  at: CommonMoment,
  { passing, failing }: { readonly passing: PrintedAtPlace; readonly failing: PrintedAtPlace },
): Promise<OutputSplice | undefined> {
  const { before, buffered } = failing;
  if (before.length + buffered.length + passing.rest.length > maxBytes) return undefined;
  const splice = { failing: { before, buffered } };
  const plan = { ...programOf(stateRun.request, "pass"), place: at.passing };
  const { exit } = await runPlan(stateRun, () => plan, { ...stateRun.criterion, splice });
  return notFailed.includes(exit ?? Number.NaN) ? { ...splice, passingRest: passing.rest } : undefined;
}

/** The same state run, with the output of changed runs put together for the test. */
export function withSplice(stateRun: StateRun, splice: OutputSplice | undefined): StateRun {
  return splice ? { ...stateRun, criterion: { ...stateRun.criterion, splice } } : stateRun;
}
