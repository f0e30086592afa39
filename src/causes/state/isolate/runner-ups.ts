import { mayTest } from "../../../run/may-test.ts";
import { differenceOf } from "../../../search/dd.ts";
import type { StateDifference } from "../compare/differences.ts";
import { namesAt } from "../compare/names-at.ts";
import type { StateRun } from "../state-run.ts";
import { withFailingEnding } from "./failing-ending.ts";
import { furtherCause } from "./narrowing.ts";
import { withSplice } from "./output-splice.ts";
import { placeDeltas, searchDeltas } from "./place-deltas.ts";
import { changeable, type PlaceFinding } from "./place-finding.ts";

/** Searches for other differences at a place that would make the run fail too, each without those found before. */
export async function findRunnerUps(
  stateRun: StateRun,
  { at, stack, cause, differences, milliseconds, failingEnding, splice }: PlaceFinding,
  max: number,
): Promise<StateDifference[][]> {
  const among = changeable(differences);
  if (among.every((each) => cause.includes(each))) return [];
  const judged = withSplice(withFailingEnding(stateRun, failingEnding), splice);
  const { nameOf } = namesAt({ differences, stack }, stateRun.request.cwd);
  const runnerUps: StateDifference[][] = [];
  const known = new Set(cause);
  for (let tries = 0; tries < max && mayTest(stateRun.run); tries++) {
    const changes = among.filter((each) => !known.has(each));
    const deltas = placeDeltas(judged, at, { changes, among, milliseconds, nameOf });
    const { result } = await searchDeltas(judged, deltas, furtherCause(deltas.all));
    if (!result) break;
    const found = deltas.differencesIn(differenceOf(result));
    // A difference that fails only on top of others says little beside one that fails alone.
    if (result.passing.isEmpty) runnerUps.push(found);
    for (const each of found) known.add(each);
  }
  return runnerUps;
}
