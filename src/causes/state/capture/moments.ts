import type { Moment, StopPlace } from "../../../../runtimes/protocol/state.ts";
import { changedRegions, type Region } from "../../../world/text/changed-regions.ts";
import type { ProgramPlan } from "../driver/program-plan.ts";
import { runPlan } from "../driver/run-plan.ts";
import { programOf, type WhichRun } from "../request.ts";
import type { StateRun } from "../state-run.ts";
import type { CommonMoment, FailingWay, SourcePlace } from "./place.ts";

/** Runs the program to learn the moments of a call that both runs have, in order; without a call, those of its main code. */
export async function findCommonMoments(stateRun: StateRun, call?: CommonMoment): Promise<CommonMoment[]> {
  const [passing, failing] = await Promise.all([
    findMoments(stateRun, "pass", call?.passing),
    findMoments(stateRun, "fail", call?.failing),
  ]);
  return alignMoments(passing, failing);
}

/** Runs the failing program to learn which of its own lines a call comes to. */
export async function findLinesOfCall(stateRun: StateRun, call: StopPlace): Promise<SourcePlace[]> {
  return linesIn(await findMoments(stateRun, "fail", call));
}

async function findMoments(stateRun: StateRun, which: WhichRun, place: StopPlace | undefined): Promise<Moment[]> {
  const wanted = place?.function === undefined ? { hit: 1 } : { function: place.function, hit: place.hit };
  const planFor = (capture: string): ProgramPlan => ({
    ...programOf(stateRun.request, which),
    moments: { ...wanted, capture },
  });
  return (await runPlan<Moment[]>(stateRun, planFor)).value ?? [];
}

/** Which moments of one run correspond to which of the other, by their places; hit counts may differ. */
export function alignMoments(passing: readonly Moment[], failing: readonly Moment[]): CommonMoment[] {
  const [ours, theirs] = [passing.map(placeOf), failing.map(placeOf)];
  const pairs = pairIndexes(ours, theirs);
  return pairs.map(([a, b], i): CommonMoment => {
    const [nextA, nextB] = pairs[i + 1] ?? [passing.length, failing.length];
    const between = { passing: passing.slice(a + 1, nextA), failing: failing.slice(b + 1, nextB) };
    return {
      passing: passing[a]!,
      failing: failing[b]!,
      ...functionsOfOne(between),
      ...(isParting(ours, theirs, [a + 1, b + 1]) ? { parting: wayOf(between.failing) } : {}),
    };
  });
}

/** The indexes of the moments that correspond. */
function pairIndexes(ours: readonly string[], theirs: readonly string[]): [number, number][] {
  const pairs: [number, number][] = [];
  let [a, b] = [0, 0];
  const pairUpTo = (end: number) => {
    for (; a < end; a++, b++) pairs.push([a, b]);
  };
  const regions = changedRegions(ours, theirs);
  for (const [i, region] of regions.entries()) {
    const shift = shiftToLastRounds(region, [ours, theirs], regions[i + 1]?.a ?? ours.length);
    pairUpTo(region.a + shift);
    [a, b] = [region.a + region.aCount + shift, region.b + region.bCount + shift];
  }
  pairUpTo(ours.length);
  return pairs;
}

/**
 * Whether the runs go on at different places. Lists are cut at the same length, and that of a run that never ends is cut anywhere: so
 * the end of a list says something only of a passing run whose list is the shorter one.
 */
function isParting(ours: readonly string[], theirs: readonly string[], [a, b]: readonly [number, number]): boolean {
  const hasPassingEnd = a === ours.length && ours.length < theirs.length;
  return b < theirs.length && (hasPassingEnd || a < ours.length) && ours[a] !== theirs[b];
}

function placeOf(moment: Moment): string {
  return "function" in moment ? moment.function : `${moment.file}:${moment.line}`;
}

function functionsOfOne({ passing, failing }: Record<"passing" | "failing", readonly Moment[]>) {
  const [ours, theirs] = [functionsIn(passing), functionsIn(failing)];
  const only = {
    passing: ours.filter((name) => !theirs.includes(name)),
    failing: theirs.filter((name) => !ours.includes(name)),
  };
  return only.passing.length + only.failing.length > 0 ? { only } : {};
}

function functionsIn(moments: readonly Moment[]): string[] {
  return [...new Set(moments.flatMap((each) => ("function" in each ? [each.function] : [])))];
}

function wayOf(moments: readonly Moment[]): FailingWay {
  const calls = moments.flatMap((each) => ("function" in each ? [each] : []));
  return { lines: linesIn(moments), calls: calls.filter(isFirstOf(calls)) };
}

function isFirstOf(calls: readonly { readonly function: string }[]) {
  const first = new Map(calls.toReversed().map((each) => [each.function, each]));
  return (each: { readonly function: string }) => first.get(each.function) === each;
}

function linesIn(moments: readonly Moment[]): SourcePlace[] {
  const lines = moments.flatMap((each) => ("function" in each ? [] : [{ file: each.file, line: each.line }]));
  const distinct = [...new Map(lines.map((each) => [`${each.file}:${each.line}`, each])).values()];
  return distinct.sort((a, b) => a.file.localeCompare(b.file) || a.line - b.line);
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
