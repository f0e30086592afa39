import type { ValueChange } from "../../../../runtimes/protocol/state.ts";
import { changedRegions } from "../../../world/text/changed-regions.ts";
import type { Both } from "../capture/place.ts";
import { type Ending, isSame, isWhole } from "../driver/judge.ts";
import { type Task, written } from "../driver/task.ts";
import { runOf } from "../request.ts";

/**
 * What a run has printed before it comes to a place, nothing that is changed there can change. Where that is not the same in both
 * runs, a run that goes on from there just like the failing one ends so. Undefined: like the failing run, as far as is known.
 */
export async function failingFrom(task: Task, at: Both, changes: readonly ValueChange[]): Promise<Ending | undefined> {
  const { pass, fail } = task.judged;
  if (!pass || !fail || pass.output === fail.output) return undefined;
  const plan = { ...runOf(task.request, "pass"), place: at.passing, changes };
  const { value } = await written<Ending>(task, () => plan, "learn");
  if (!value || value.status !== fail.status || isSame(value, pass) || isSame(value, fail)) return undefined;
  return goesOnLike(value, pass, fail) ? value : undefined;
}

/** Whether it prints some lines of the passing run, and from there on those of the failing one. */
export function goesOnLike(ending: Ending, passing: Ending, failing: Ending): boolean {
  if (![ending, passing, failing].every(isWhole)) return false;
  const [printed, ours, theirs] = [ending, passing, failing].map(({ begins }) => linesOf(begins)) as Lines;
  return cutsBetween(ours, theirs).some(([i, j]) => {
    const mixed = [...ours.slice(0, i), ...theirs.slice(j)];
    return mixed.length === printed.length && mixed.every((line, n) => line === printed[n]);
  });
}

type Lines = [printed: string[], ours: string[], theirs: string[]];

function linesOf(text: string): string[] {
  return text.split(/(?<=\n)/);
}

/** How many lines of the one, and of the other, were printed when both had come equally far. */
function cutsBetween(ours: readonly string[], theirs: readonly string[]): [number, number][] {
  const cuts: [number, number][] = [];
  let [a, b] = [0, 0];
  const together = (upTo: number) => {
    for (; a < upTo; a++, b++) cuts.push([a, b]);
  };
  for (const region of changedRegions(ours, theirs)) {
    together(region.a);
    if (region.aCount === region.bCount) together(region.a + region.aCount);
    else cuts.push([a, b]);
    [a, b] = [region.a + region.aCount, region.b + region.bCount];
  }
  together(ours.length);
  return [...cuts, [a, b]];
}
