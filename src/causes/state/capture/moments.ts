import type { DriverPlan, Moment } from "../../../../runtimes/protocol/state.ts";
import { changedRegions, type Region } from "../../../world/text/changed-regions.ts";
import { type Task, written } from "../driver/task.ts";
import { runOf } from "../request.ts";
import type { Both } from "./place.ts";

/** What a call does in both runs, in its order; without a call, what the main code of the program does. */
export async function commonMoments(task: Task, call?: Both): Promise<Both[]> {
  const follow = async (which: "pass" | "fail", place: Both["passing"] | undefined) => {
    const asked = place?.function === undefined ? { hit: 1 } : { function: place.function, hit: place.hit };
    const plan = (capture: string): DriverPlan => ({ ...runOf(task.request, which), moments: { ...asked, capture } });
    return (await written<Moment[]>(task, plan)).value ?? [];
  };
  const [passing, failing] = await Promise.all([follow("pass", call?.passing), follow("fail", call?.failing)]);
  return aligned(passing, failing);
}

/** Which moments of the one are which of the other. How often a place was reached before may differ. */
export function aligned(passing: readonly Moment[], failing: readonly Moment[]): Both[] {
  const placesOf = (moments: readonly Moment[]) =>
    moments.map((moment) => ("function" in moment ? moment.function : `${moment.file}:${moment.line}`));
  const [ours, theirs] = [placesOf(passing), placesOf(failing)];
  const both: Both[] = [];
  let [a, b] = [0, 0];
  const same = (upTo: number) => {
    for (; a < upTo; a++, b++) both.push({ passing: passing[a]!, failing: failing[b]! });
  };
  const regions = changedRegions(ours, theirs);
  for (const [i, region] of regions.entries()) {
    const later = lastRounds(region, [ours, theirs], regions[i + 1]?.a ?? ours.length);
    same(region.a + later);
    const only = {
      passing: functionsIn(passing.slice(a, a + region.aCount)),
      failing: functionsIn(failing.slice(b, b + region.bCount)),
    };
    const last = both.at(-1);
    if (last && only.passing.length + only.failing.length > 0) both[both.length - 1] = { ...last, only };
    [a, b] = [region.a + region.aCount + later, region.b + region.bCount + later];
  }
  same(passing.length);
  return both;
}

function functionsIn(moments: readonly Moment[]): string[] {
  return [...new Set(moments.flatMap((each) => ("function" in each ? [each.function] : [])))];
}

/** Where a loop goes round more often in one of them, it is the last rounds that the other does not have: so much later they lie. */
function lastRounds(
  { a, b, aCount, bCount }: Region,
  [ours, theirs]: readonly [readonly string[], readonly string[]],
  next: number,
): number {
  if (aCount > 0 && bCount > 0) return 0;
  const [from, all, count] = aCount > 0 ? [a, ours, aCount] : [b, theirs, bCount];
  const room = next - (a + aCount);
  let later = 0;
  while (later < room && all[from + later] === all[from + later + count]) later++;
  return later;
}
