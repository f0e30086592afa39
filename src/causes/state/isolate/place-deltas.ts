import { DeltaSet } from "../../../core/delta-set.ts";
import type { DeltaSearch } from "../../../core/search.ts";
import type { SidesDetails } from "../../../core/stage-details.ts";
import { mayTest } from "../../../run/may-test.ts";
import type { StageLogging } from "../../../run/stage/log-steps.ts";
import { runStage, type StageEnd, stageOf } from "../../../run/stage/stage.ts";
import { differenceOf, type Pair } from "../../../search/dd.ts";
import type { World } from "../../../trial/laboratory.ts";
import type { Observation } from "../../../trial/observation.ts";
import { shortPath } from "../../../world/files/short-path.ts";
import { type CommonMoment, momentText } from "../capture/place.ts";
import type { StateDifference } from "../compare/differences.ts";
import { changesFor } from "../compare/plan-changes.ts";
import { outputMatchIn } from "../driver/output-match.ts";
import { planWorld } from "../driver/plan-world.ts";
import { programOf } from "../request.ts";
import type { StateRun } from "../state-run.ts";
import { soleCause } from "./narrowing.ts";

/** The differences of a place among which a search chooses. */
export interface PlaceChanges {
  readonly changes: readonly StateDifference[];
  /** All that can be made there. */
  readonly among: readonly StateDifference[];
  /** Milliseconds that the passing run took, stopped there and continued. */
  readonly milliseconds: number;
  /** What a difference is called, so that no two variables have one name. */
  readonly nameOf: (each: StateDifference) => string;
}

/** The differences of a place as deltas, and the world in which a set of them is made. */
export interface PlaceDeltas {
  readonly name: string;
  readonly all: DeltaSet;
  readonly logging: StageLogging<DeltaSet>;
  readonly differencesIn: (set: DeltaSet) => StateDifference[];
  readonly world: (set: DeltaSet) => World;
}

export function placeDeltas(
  stateRun: StateRun,
  at: CommonMoment,
  { changes, nameOf, ...rest }: PlaceChanges,
): PlaceDeltas {
  const differencesIn = (set: DeltaSet) => [...set].map((i) => changes[i]!);
  return {
    name: momentText(at, (file) => shortPath(file, stateRun.request.cwd)),
    all: DeltaSet.range(0, changes.length),
    differencesIn,
    logging: { labels: () => changes.map(nameOf), details: () => valueDetails(changes, nameOf) },
    world: (set) => changedWorld(stateRun, at, { chosen: differencesIn(set), ...rest }),
  };
}

/** The two values of each variable: without any change the passing run goes on as it is. */
function valueDetails(changes: readonly StateDifference[], nameOf: PlaceChanges["nameOf"]): SidesDetails {
  return {
    kind: "sides",
    heads: ["Variable", "Passing run", "Failing run"],
    items: changes.map((each) => [
      {
        name: nameOf(each),
        ...(each.old === undefined ? {} : { old: each.old }),
        ...(each.new === undefined ? {} : { new: each.new }),
      },
    ]),
  };
}

const unit = "values";

/** Runs one search over the differences of a place. */
export async function searchDeltas(
  { run }: StateRun,
  { name, logging, all, world }: PlaceDeltas,
  search: DeltaSearch<Pair | undefined>,
): Promise<StageEnd<Pair | undefined>> {
  const stage = stageOf({
    name,
    search,
    total: all.size,
    world,
    start: { failing: all.size, passing: 0 },
    sizes: (pair) => ({ failing: pair?.failing.size ?? all.size, passing: pair?.passing.size ?? 0 }),
    logging,
  });
  const end = await runStage(run, { ...stage, unit }, { estimate: false });
  const left = end.result ? differenceOf(end.result).size : end.complete ? 0 : all.size;
  run.stages.push({ name, search: "dd", deltas: { total: all.size, cause: left }, needed: end.needed });
  return end;
}

/** Tests some of the differences; undefined: the budget allows no more tests. */
export async function tryDifferences(
  { run }: StateRun,
  { name, world }: PlaceDeltas,
  set: DeltaSet,
): Promise<Observation | undefined> {
  if (!mayTest(run)) return undefined;
  try {
    return await run.tryWorld(name, world(set));
  } catch (error) {
    if (!run.stopped.aborted) throw error;
    return undefined;
  }
}

/** Halves the differences as long as the passing run prints exactly what the failing one does. */
export async function findExactCause(
  { run }: StateRun,
  { name, logging, all, world }: PlaceDeltas,
  nearby: readonly Pair[],
): Promise<DeltaSet | undefined> {
  const candidates = nearby.filter(({ passing, failing }) => passing.isEmpty && failing.size === 1);
  const stage = stageOf({
    name,
    search: soleCause(
      candidates.map(({ failing }) => failing),
      all,
    ),
    answer: (seen) => (seen.outcome === "fail" && !outputMatchIn(seen)?.exact ? "unresolved" : seen.outcome),
    total: all.size,
    world,
    start: { failing: all.size },
    sizes: (set) => ({ failing: set?.size ?? all.size }),
    logging,
  });
  const end = await runStage(run, { ...stage, unit }, { estimate: false });
  if (end.result?.size === 1)
    run.stages.push({ name, search: "dd", deltas: { total: all.size, cause: 1 }, needed: end.needed });
  return end.result;
}

interface ChosenChanges extends Omit<PlaceChanges, "changes" | "nameOf"> {
  readonly chosen: readonly StateDifference[];
}

/** The passing run with some of the differences made at a place. */
export function changedWorld(
  stateRun: StateRun,
  at: CommonMoment,
  { chosen, among, milliseconds }: ChosenChanges,
): World {
  const { request, criterion } = stateRun;
  const plan = { ...programOf(request, "pass"), place: at.passing, changes: changesFor(chosen, among) };
  return { ...planWorld(stateRun, plan, criterion), timeLimit: timeLimitFor(stateRun, milliseconds) };
}

/** A changed run may take this many times as long as the slower of the two runs, and at least this many milliseconds. */
const timeLimitFactor = 10;
const minTimeLimit = 5000;

/** Changed programs often hang. Where the failure itself is a hang, `--timeout` decides. */
function timeLimitFor({ criterion, run }: StateRun, milliseconds: number): number | undefined {
  if (criterion.fail === undefined) return undefined;
  return Math.max(minTimeLimit, timeLimitFactor * Math.max(milliseconds, run.ends?.failing.milliseconds ?? 0));
}
