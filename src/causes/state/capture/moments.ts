import type { DriverPlan, Moment, StopPlace } from "../../../../runtimes/protocol/state.ts";
import { changedRegions, type Region } from "../../../world/text/changed-regions.ts";
import { runPlan } from "../driver/run-plan.ts";
import { programOf, type WhichRun } from "../request.ts";
import type { StateRun } from "../state-run.ts";
import type { CommonMoment } from "./place.ts";

/** Runs the program to learn the moments of a call that both runs have, in order; without a call, those of its main code. */
export async function findCommonMoments(stateRun: StateRun, call?: CommonMoment): Promise<CommonMoment[]> {
  const momentsOf = async (which: WhichRun, place: StopPlace | undefined) => {
    const wanted = place?.function === undefined ? { hit: 1 } : { function: place.function, hit: place.hit };
    const planFor = (capture: string): DriverPlan => ({
      ...programOf(stateRun.request, which),
      moments: { ...wanted, capture },
    });
    return (await runPlan<Moment[]>(stateRun, planFor)).value ?? [];
  };
  const [passing, failing] = await Promise.all([momentsOf("pass", call?.passing), momentsOf("fail", call?.failing)]);
  return alignMoments(passing, failing);
}

/** Which moments of one run correspond to which of the other, by their places; hit counts may differ. */
export function alignMoments(passing: readonly Moment[], failing: readonly Moment[]): CommonMoment[] {
  const [ours, theirs] = [passing.map(placeOf), failing.map(placeOf)];
  const common: CommonMoment[] = [];
  let [a, b] = [0, 0];
  const pairUpTo = (end: number) => {
    for (; a < end; a++, b++) common.push({ passing: passing[a]!, failing: failing[b]! });
  };
  const regions = changedRegions(ours, theirs);
  for (const [i, region] of regions.entries()) {
    const shift = shiftToLastRounds(region, [ours, theirs], regions[i + 1]?.a ?? ours.length);
    pairUpTo(region.a + shift);
    const only = {
      passing: functionsIn(passing.slice(a, a + region.aCount)),
      failing: functionsIn(failing.slice(b, b + region.bCount)),
    };
    const last = common.at(-1);
    if (last && only.passing.length + only.failing.length > 0) common[common.length - 1] = { ...last, only };
    [a, b] = [region.a + region.aCount + shift, region.b + region.bCount + shift];
  }
  pairUpTo(passing.length);
  return common;
}

function placeOf(moment: Moment): string {
  return "function" in moment ? moment.function : `${moment.file}:${moment.line}`;
}

function functionsIn(moments: readonly Moment[]): string[] {
  return [...new Set(moments.flatMap((each) => ("function" in each ? [each.function] : [])))];
}

/** Where a loop runs more rounds in one of the runs, its last rounds are the extra ones: how far to move the region for that. */
function shiftToLastRounds(
  { a, b, aCount, bCount }: Region,
  [ours, theirs]: readonly [readonly string[], readonly string[]],
  next: number,
): number {
  if (aCount > 0 && bCount > 0) return 0;
  const [from, places, count] = aCount > 0 ? [a, ours, aCount] : [b, theirs, bCount];
  const maxShift = next - (a + aCount);
  let shift = 0;
  while (shift < maxShift && places[from + shift] === places[from + shift + count]) shift++;
  return shift;
}
