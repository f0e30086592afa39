import type { ValueChange } from "../../../../runtimes/protocol/state.ts";
import { changedRegions } from "../../../world/text/changed-regions.ts";
import type { CommonMoment } from "../capture/place.ts";
import { type Ending, hasWholeOutput, isSameEnding } from "../driver/ending.ts";
import { learnEnding } from "../driver/run-plan.ts";
import { programOf } from "../request.ts";
import type { StateRun } from "../state-run.ts";

/**
 * Changes at a place cannot undo what the passing run printed before it. Where the failing run had printed something else by then,
 * this is how a run ends that continues from the place exactly like the failing one. Undefined: like the failing run itself.
 */
export async function learnFailingEnding(
  stateRun: StateRun,
  at: CommonMoment,
  changes: readonly ValueChange[],
): Promise<Ending | undefined> {
  const { pass, fail } = stateRun.criterion;
  if (!pass || !fail || pass.outputHash === fail.outputHash) return undefined;
  const plan = { ...programOf(stateRun.request, "pass"), place: at.passing, changes };
  const { value } = await learnEnding(stateRun, plan);
  if (!value || value.status !== fail.status || isSameEnding(value, pass) || isSameEnding(value, fail))
    return undefined;
  return continuesLikeFailing(value, pass, fail) ? value : undefined;
}

/** The same state run, judged by a better known ending of failing runs. */
export function withFailingEnding(stateRun: StateRun, fail: Ending | undefined): StateRun {
  return fail ? { ...stateRun, criterion: { ...stateRun.criterion, fail } } : stateRun;
}

/** Whether it prints the first lines of the passing run, and from some point on those of the failing one. */
export function continuesLikeFailing(ending: Ending, passing: Ending, failing: Ending): boolean {
  if (![ending, passing, failing].every(hasWholeOutput)) return false;
  const [printed, ours, theirs] = [ending, passing, failing].map(linesOf) as [string[], string[], string[]];
  return cutsBetween(ours, theirs).some(([i, j]) => {
    const mixed = [...ours.slice(0, i), ...theirs.slice(j)];
    return mixed.length === printed.length && mixed.every((line, n) => line === printed[n]);
  });
}

function linesOf({ outputStart }: Ending): string[] {
  return outputStart.split(/(?<=\n)/);
}

/** The numbers of lines that each run has printed at points that correspond. */
function cutsBetween(ours: readonly string[], theirs: readonly string[]): [number, number][] {
  const cuts: [number, number][] = [];
  let [a, b] = [0, 0];
  const addUpTo = (end: number) => {
    for (; a < end; a++, b++) cuts.push([a, b]);
  };
  for (const region of changedRegions(ours, theirs)) {
    addUpTo(region.a);
    if (region.aCount === region.bCount) addUpTo(region.a + region.aCount);
    else cuts.push([a, b]);
    [a, b] = [region.a + region.aCount, region.b + region.bCount];
  }
  addUpTo(ours.length);
  return [...cuts, [a, b]];
}
