import type { RefusedChange, StackFrame } from "../../../../runtimes/protocol/state.ts";
import { DeltaSet } from "../../../core/delta-set.ts";
import { differenceOf, type Pair } from "../../../search/dd.ts";
import { type Captured, capture } from "../capture/capture.ts";
import type { Both } from "../capture/place.ts";
import { type Difference, differencesOf } from "../compare/differences.ts";
import { changesFor } from "../compare/plan-changes.ts";
import type { Ending } from "../driver/judge.ts";
import { mayTest, type Task, written } from "../driver/task.ts";
import type { MemoryPicture } from "../picture/memory-picture.ts";
import { pictureOf } from "../picture/picture.ts";
import { runOf } from "../request.ts";
import { mostExplaining } from "./explaining.ts";
import { amongTheRest } from "./narrowing.ts";
import { failingFrom } from "./output-from-place.ts";
import { type Differing, exactCause, observed, type Scene, sceneWith, searchAt } from "./scene.ts";

/** What was found at one place. */
export interface Isolated {
  readonly at: Both;
  /** Who called it, itself first. */
  readonly stack: readonly StackFrame[];
  readonly differences: readonly Difference[];
  /** What passes, and what fails with the cause besides. */
  readonly context: readonly Difference[];
  /** Of which the failure depends here; none: what it depends on is not, or no more, in what the program knows. */
  readonly cause: readonly Difference[];
  /** With the cause the passing run prints just what the failing one does, not only something that the test takes for the failure. */
  readonly exact?: true;
  /** How much of what all differences together make it print the cause alone does, where that is known. */
  readonly share?: number;
  /** What a run that fails prints, where what was printed before it comes there is not what the failing run has printed. */
  readonly like?: Ending;
  readonly complete: boolean;
  readonly truncated: boolean;
  /** Milliseconds that the passing run took, stopped there and let go on. */
  readonly lasted: number;
  /** What both runs know there, as far as it matters. */
  readonly picture?: MemoryPicture;
}

/** Why the two runs cannot be compared at a place. */
export interface NotComparable {
  readonly at: Both;
  readonly reason: string;
}

/**
 * Compares the two runs at a place, and isolates the difference that makes the one fail. What is the cause nearby is tried first:
 * a cause that is still one has not moved.
 */
export async function isolateAt(
  task: Task,
  at: Both,
  nearby: readonly Isolated[] = [],
): Promise<Isolated | NotComparable> {
  const captured = await capture(task, at);
  if (typeof captured === "string") return { at, reason: captured };
  const differences = differencesOf(captured.passing, captured.failing);
  const changes = differences.filter((each) => each.change !== undefined);
  if (changes.length === 0 && differences.length > 0) return { at, reason: nothingToMake };
  const { found, complete, reason } = await narrow(task, at, {
    changes,
    among: changes,
    nearby,
    lasted: captured.lasted,
  });
  if (reason !== undefined) return { at, reason };
  const picture =
    found.cause.length > 0 ? { picture: pictureOf({ ...captured, differences, cause: found.cause }) } : {};
  return { at, ...sceneOf(captured), differences, ...found, complete, ...picture };
}

function sceneOf({ passing, failing, lasted }: Captured) {
  return { stack: passing.stack, truncated: passing.truncated || failing.truncated, lasted };
}

/** Differences that would make it fail too, each without any of those before. */
export async function runnersUp(task: Task, found: Isolated, most: number): Promise<Difference[][]> {
  const { at, cause, differences, lasted, like } = found;
  if (differences.every((each) => each.change === undefined || cause.includes(each))) return [];
  const judging = judgedLike(task, like);
  const among = differences.filter((each) => each.change !== undefined);
  const others: Difference[][] = [];
  const known = new Set(cause);
  for (let tries = 0; tries < most && mayTest(task.run); tries++) {
    const changes = among.filter((each) => !known.has(each));
    const scene = sceneWith(judging, at, { changes, among, lasted });
    const { result } = await searchAt(judging, scene, amongTheRest(scene.all));
    if (!result) break;
    const found = scene.of(differenceOf(result));
    // What makes a difference only on top of others says little beside one that does so alone.
    if (result.passing.isEmpty) others.push(found);
    for (const each of found) known.add(each);
  }
  return others;
}

interface Narrowed {
  readonly found: Pick<Isolated, "cause" | "context" | "exact" | "share" | "like">;
  readonly complete: boolean;
  readonly reason?: string;
}

interface Material extends Differing {
  readonly nearby: readonly Isolated[];
}

const nothing = { cause: [], context: [] };
const nothingToMake = "nothing of what differs there can be changed";
const endedThere: Narrowed = { found: nothing, complete: false, reason: "the search was ended there" };

/**
 * A test may take much for the failure: that a sum does not fit its changed item, say. One difference that explains all that is
 * printed says more than any that only satisfies the test. Where none did nearby, none is looked for.
 */
function mayBeExact({ judged }: Task, nearby: readonly Isolated[]): boolean {
  return (
    judged.test.length > 0 && judged.fail !== undefined && (nearby.length === 0 || nearby.some(({ exact }) => exact))
  );
}

/** The same, where what a failing run prints is known better. */
export function judgedLike(task: Task, like: Ending | undefined): Task {
  return like ? { ...task, judged: { ...task.judged, fail: like } } : task;
}

async function narrow(task: Task, at: Both, material: Material): Promise<Narrowed> {
  const { changes, among } = material;
  if (changes.length === 0) return { found: nothing, complete: true };
  const like = task.judged.test.length > 0 ? undefined : await failingFrom(task, at, changesFor(changes, among));
  const narrowed = await narrowBetween(judgedLike(task, like), at, material);
  return like ? { ...narrowed, found: { like, ...narrowed.found } } : narrowed;
}

async function narrowBetween(task: Task, at: Both, material: Material): Promise<Narrowed> {
  const { changes, nearby } = material;
  const scene = sceneWith(task, at, material);
  const { all, of } = scene;
  const pairs = nearby.flatMap((each) => pairIn(changes, each));
  const exact = mayBeExact(task, nearby)
    ? ((await exactCause(task, scene, pairs)) ?? (await exactFromHere(task, at, { ...material, pairs })))
    : undefined;
  if (exact?.size === 1) return { found: { cause: of(exact), context: [], exact: true, share: 1 }, complete: true };
  const shared = Math.max(...nearby.map(({ share = Number.NEGATIVE_INFINITY }) => share));
  const end = await mostExplaining(task, scene, { pairs, share: shared, within: exact ?? all });
  const result = end.result ?? (end.complete || !exact ? undefined : { passing: DeltaSet.empty, failing: exact });
  if (!result) return end.complete ? nothingFailing(task, at, material, scene) : endedThere;
  const share = end.share === undefined ? {} : { share: end.share };
  return {
    found: { cause: of(differenceOf(result)), context: of(result.passing), ...share },
    complete: end.complete,
  };
}

/** The cause is not there, or it cannot be told. */
async function nothingFailing(task: Task, at: Both, material: Material, scene: Scene): Promise<Narrowed> {
  const seen = await observed(task, scene, scene.all);
  if (!seen) return endedThere;
  if (seen.outcome === "pass") return { found: nothing, complete: true };
  const possible = await thoseThatCanBeMade(task, at, material.changes);
  if (possible.length === 0) return { found: nothing, complete: true, reason: nothingToMake };
  if (possible.length < material.changes.length) return narrow(task, at, { ...material, changes: possible });
  const reason = `with all differences it neither passes nor fails (${seen.ended})`;
  return { found: nothing, complete: true, reason };
}

/** All that the failing run prints from there on, where it has printed something else before. */
async function exactFromHere(
  task: Task,
  at: Both,
  { pairs, ...material }: Material & { readonly pairs: readonly Pair[] },
): Promise<DeltaSet | undefined> {
  const like = await failingFrom(task, at, changesFor(material.changes, material.among));
  if (!like) return undefined;
  const judging = judgedLike(task, like);
  return exactCause(judging, sceneWith(judging, at, material), pairs);
}

/** Some drivers know of a change only when they try it that it cannot be made. */
async function thoseThatCanBeMade(task: Task, at: Both, all: readonly Difference[]): Promise<readonly Difference[]> {
  const single = all.filter(({ edit }) => edit === undefined);
  const changes = single.map((each) => each.change!);
  const plan = (refused: string) => ({
    ...runOf(task.request, "pass"),
    place: at.passing,
    changes,
    refused,
    stop: true,
  });
  const refused = (await written<RefusedChange[]>(task, plan)).value ?? [];
  const impossible = new Set(refused.map(({ change }) => single[change]));
  return all.filter((each) => !impossible.has(each));
}

/** The cause found at another place, alone and with what it was found on top of, in the terms of this one. */
function pairIn(changes: readonly Difference[], { cause, context }: Isolated): Pair[] {
  const here = new Map(changes.map(({ key }, i) => [key, i]));
  const setOf = (those: readonly Difference[]) => DeltaSet.of(...those.flatMap(({ key }) => here.get(key) ?? []));
  const own = setOf(cause);
  if (own.size < cause.length || own.size === 0) return [];
  const alone = { passing: DeltaSet.empty, failing: own };
  const passing = setOf(context).minus(own);
  return passing.size === 0 ? [alone] : [alone, { passing, failing: passing.union(own) }];
}
