import { DeltaSet } from "../../../core/delta-set.ts";
import type { DeltaSearch } from "../../../core/search.ts";
import { runStage, stageOf } from "../../../run/stage.ts";
import { differenceOf, type Pair } from "../../../search/dd.ts";
import type { World } from "../../../trial/laboratory.ts";
import type { Observation } from "../../../trial/observation.ts";
import { shortPath } from "../../../world/files/short-path.ts";
import { type Both, placeText } from "../capture/place.ts";
import type { Difference } from "../compare/differences.ts";
import { changesFor } from "../compare/plan-changes.ts";
import { likenessIn } from "../driver/likeness.ts";
import { mayTest, type Task, worldOf } from "../driver/task.ts";
import { runOf } from "../request.ts";
import { soleCause } from "./narrowing.ts";

export interface Differing {
  readonly changes: readonly Difference[];
  /** All that could be changed there. */
  readonly among: readonly Difference[];
  /** Milliseconds that the passing run took, stopped there and let go on. */
  readonly lasted: number;
}

/** Sets of differences at a place, and the worlds in which they are made. */
export interface Scene {
  readonly name: string;
  readonly all: DeltaSet;
  readonly of: (set: DeltaSet) => Difference[];
  readonly world: (set: DeltaSet) => World;
}

export function sceneWith(task: Task, at: Both, { changes, ...rest }: Differing): Scene {
  const of = (set: DeltaSet) => [...set].map((i) => changes[i]!);
  return {
    name: placeText(at, (file) => shortPath(file, task.request.cwd)),
    all: DeltaSet.range(0, changes.length),
    of,
    world: (set) => changedWorld(task, at, { chosen: of(set), ...rest }),
  };
}

/** An altered run may take so many times as long as the slower of the two, and in any case so many milliseconds. */
const muchLonger = 10;
const leastTimeLimit = 5000;

const unit = "values";

/** One search over the differences of a place. */
export async function searchAt(task: Task, { name, all, world }: Scene, search: DeltaSearch<Pair | undefined>) {
  const stage = stageOf({
    name,
    search,
    total: all.size,
    world,
    start: { failing: all.size, passing: 0 },
    sizes: (pair) => ({ failing: pair?.failing.size ?? all.size, passing: pair?.passing.size ?? 0 }),
  });
  const end = await runStage(task.run, { ...stage, unit }, { estimate: false });
  const left = end.result ? differenceOf(end.result).size : end.complete ? 0 : all.size;
  task.run.stages.push({ name, search: "dd", deltas: { total: all.size, cause: left }, needed: end.needed });
  return end;
}

/** What comes of some of the differences; undefined: there is no leave for more tests. */
export async function observed({ run }: Task, { name, world }: Scene, set: DeltaSet): Promise<Observation | undefined> {
  if (!mayTest(run)) return undefined;
  try {
    return await run.trial(name, world(set), run.stopped);
  } catch (error) {
    if (!run.stopped.aborted) throw error;
    return undefined;
  }
}

/** As few differences as halving leaves with which the passing run prints all that the failing one does. */
export async function exactCause(
  task: Task,
  { name, all, world }: Scene,
  nearby: readonly Pair[],
): Promise<DeltaSet | undefined> {
  const candidates = nearby.filter(({ passing, failing }) => passing.isEmpty && failing.size === 1);
  const stage = stageOf({
    name,
    search: soleCause(
      candidates.map(({ failing }) => failing),
      all,
    ),
    answer: (seen) => (seen.outcome === "fail" && !likenessIn(seen)?.exact ? "unresolved" : seen.outcome),
    total: all.size,
    world,
    start: { failing: all.size },
    sizes: (set) => ({ failing: set?.size ?? all.size }),
  });
  const end = await runStage(task.run, { ...stage, unit }, { estimate: false });
  if (end.result?.size === 1)
    task.run.stages.push({ name, search: "dd", deltas: { total: all.size, cause: 1 }, needed: end.needed });
  return end.result;
}

interface Changed extends Omit<Differing, "changes"> {
  readonly chosen: readonly Difference[];
}

/** The passing run with some of the differences made in it at a place. */
export function changedWorld(task: Task, at: Both, { chosen, among, lasted }: Changed): World {
  const plan = { ...runOf(task.request, "pass"), place: at.passing, changes: changesFor(chosen, among) };
  const world = worldOf(task, plan, task.judged);
  return { ...world, timeLimit: timeLimitOf(task, lasted) };
}

/** Altered programs often hang. Where that is the failure, the time that the user gives decides. */
function timeLimitOf({ judged, run }: Task, lasted: number): number | undefined {
  if (judged.fail === undefined) return undefined;
  return Math.max(leastTimeLimit, muchLonger * Math.max(lasted, run.ends?.failing.milliseconds ?? 0));
}
