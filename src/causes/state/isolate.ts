import { DeltaSet } from "../../core/delta-set.ts";
import type { MemoryPicture } from "../../core/memory-picture.ts";
import { runStage, stageOf, watcherOf } from "../../run/stage.ts";
import { differenceOf, type Pair } from "../../search/dd.ts";
import { near } from "../../world/near.ts";
import { type Captured, capture } from "./capture.ts";
import { type Difference, differencesOf, withoutGaps } from "./differences.ts";
import { withHeld } from "./hold.ts";
import { narrowing } from "./narrowing.ts";
import { pictureOf } from "./picture.ts";
import { type Both, placeText } from "./place.ts";
import type { Frame, Refusal } from "./protocol.ts";
import { runOf } from "./request.ts";
import { mayTest, type Task, worldOf, written } from "./task.ts";

/** What was found at one place. */
export interface Isolated {
  readonly at: Both;
  /** Who called it, itself first. */
  readonly stack: readonly Frame[];
  readonly differences: readonly Difference[];
  /** What passes, and what fails with the cause besides. */
  readonly context: readonly Difference[];
  /** Of which the failure depends here; none: what it depends on is not, or no more, in what the program knows. */
  readonly cause: readonly Difference[];
  readonly complete: boolean;
  readonly truncated: boolean;
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
  const { found, complete, reason } = await withHeld(task, { at, took: captured.took }, (holder) =>
    narrow(task, at, { changes, among: changes, nearby, holder }),
  );
  if (reason !== undefined) return { at, reason };
  const picture =
    found.cause.length > 0 ? { picture: pictureOf({ ...captured, differences, cause: found.cause }) } : {};
  return { at, ...sceneOf(captured), differences, ...found, complete, ...picture };
}

function sceneOf({ passing, failing }: Captured) {
  return { stack: passing.stack, truncated: passing.truncated || failing.truncated };
}

/** Differences that would make it fail too, each without any of those before. */
export async function runnersUp(
  task: Task,
  { at, cause, differences }: Isolated,
  most: number,
): Promise<Difference[][]> {
  const among = differences.filter((each) => each.change !== undefined);
  const others: Difference[][] = [];
  const known = new Set(cause);
  for (let tries = 0; tries < most && mayTest(task.run); tries++) {
    const changes = among.filter((each) => !known.has(each));
    const { found } = await narrow(task, at, { changes, among, nearby: [] });
    if (found.cause.length === 0) break;
    // What makes a difference only on top of others says little beside one that does so alone.
    if (found.context.length === 0) others.push([...found.cause]);
    for (const each of found.cause) known.add(each);
  }
  return others;
}

interface Narrowed {
  readonly found: Pick<Isolated, "cause" | "context">;
  readonly complete: boolean;
  readonly reason?: string;
}

interface Material {
  readonly changes: readonly Difference[];
  /** All that could be changed there. */
  readonly among: readonly Difference[];
  readonly nearby: readonly Isolated[];
  readonly holder?: string | undefined;
}

const nothing = { cause: [], context: [] };
const nothingToMake = "nothing of what differs there can be changed";

async function narrow(task: Task, at: Both, { changes, among, nearby, holder }: Material): Promise<Narrowed> {
  if (changes.length === 0) return { found: nothing, complete: true };
  const { run } = task;
  const all = DeltaSet.range(0, changes.length);
  const of = (set: DeltaSet) => [...set].map((i) => changes[i]!);
  const world = (set: DeltaSet) => changedWorld(task, at, { chosen: of(set), among, holder });
  const name = placeText(at, (file) => near(file, task.request.cwd));
  const end = await runStage(
    run,
    stageOf({
      name,
      search: narrowing(
        nearby.flatMap((each) => pairIn(changes, each)),
        all,
      ),
      total: all.size,
      world,
      start: { failing: all.size, passing: 0 },
      sizes: (pair) => ({ failing: pair?.failing.size ?? all.size, passing: pair?.passing.size ?? 0 }),
    }),
    watcherOf(task),
  );
  const found = end.result ? { cause: of(differenceOf(end.result)), context: of(end.result.passing) } : nothing;
  const deltas = { total: all.size, cause: found.cause.length };
  task.stages.push({ name, search: "dd", deltas, needed: end.needed });
  if (!end.result && !end.complete) return { found, complete: false, reason: "the search was ended there" };
  if (end.result) return { found, complete: end.complete };
  const { outcome, ended } = await run.trial(name, world(all), run.stopped);
  if (outcome === "pass") return { found, complete: true };
  const possible = await thoseThatCanBeMade(task, at, changes);
  if (possible.length === 0) return { found, complete: true, reason: nothingToMake };
  if (possible.length < changes.length) return narrow(task, at, { changes: possible, among, nearby, holder });
  return { found, complete: true, reason: `with all differences it neither passes nor fails (${ended})` };
}

/** Some drivers know of a change only when they try it that it cannot be made. */
async function thoseThatCanBeMade(task: Task, at: Both, all: readonly Difference[]): Promise<readonly Difference[]> {
  const changes = all.map((each) => each.change!);
  const plan = (refused: string) => ({
    ...runOf(task.request, "pass"),
    place: at.passing,
    changes,
    refused,
    stop: true,
  });
  const refused = (await written<Refusal[]>(task, plan)).value ?? [];
  return all.filter((_, i) => refused.every(({ change }) => change !== i));
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

interface Changed {
  readonly chosen: readonly Difference[];
  readonly among: readonly Difference[];
  readonly holder?: string | undefined;
}

/** The passing run with some of the differences made in it at a place. */
export function changedWorld(task: Task, at: Both, { chosen, among, holder }: Changed) {
  const made = withoutGaps(chosen, among).map((each) => each.change!);
  const plan = { ...runOf(task.request, "pass"), place: at.passing, changes: made };
  return worldOf(task, holder === undefined ? plan : { ...plan, holder }, task.judged);
}
