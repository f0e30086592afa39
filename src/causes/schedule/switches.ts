import { DeltaSet } from "../../core/delta-set.ts";
import type { Outcome } from "../../core/outcome.ts";
import type { SearchTaken } from "../../run/conclude.ts";
import { runStage, stageOf, testedSets } from "../../run/stage.ts";
import { auto } from "../../search/auto.ts";
import { type Room, room } from "../../search/boundary.ts";
import type { Observation } from "../../trial/observation.ts";
import type { Explored } from "./explore.ts";
import type { Schedule } from "./schedule.ts";
import { planOf, realisedUnder, type Task, worldOf } from "./task.ts";

/** The switches without which it would come out as it does by default. */
export interface Switches {
  readonly needed: Schedule;
  /** How far each switch can be moved. */
  readonly rooms: readonly Room[];
  readonly complete: boolean;
  readonly total: number;
  readonly searches: readonly SearchTaken[];
}

/** Leaves out all switches that are not needed to come out otherwise than by default, and sees how far the others can move. */
export async function narrowSwitches(task: Task, { failing, passing, byDefault }: Explored): Promise<Switches> {
  const { run, listener, steps, stages } = task;
  const schedule = byDefault === "passes" ? failing : passing;
  const answer = answerFor(byDefault);
  const chosen = (set: DeltaSet) => [...set].map((i) => schedule[i]!);
  const total = schedule.length;
  const search = auto(DeltaSet.range(0, total));
  const end = await runStage(
    run,
    stageOf({
      name: "switches",
      search,
      answer,
      total,
      world: (set) => worldOf(task, planOf(task, chosen(set))),
      start: { failing: total },
      sizes: (set) => ({ failing: set.size }),
    }),
    { onStep: (row) => steps.push(row), onProgress: listener.onProgress },
  );
  const set = end.result ?? DeltaSet.range(0, total);
  stages.push({ name: "switches", search: "auto", deltas: { total, cause: set.size }, needed: end.needed });
  const searches = byDefault === "passes" ? [{ tested: () => testedSets(search, end), found: { failing: set } }] : [];
  const needed = chosen(set);
  if (!end.complete) return { needed, rooms: [], complete: false, total, searches };
  const rooms: Room[] = [];
  for (const [i] of needed.entries()) {
    const moved = await roomOf(task, needed, i, answer);
    rooms.push(moved.room);
    if (!moved.complete) return { needed, rooms, complete: false, total, searches };
  }
  return { needed, rooms, complete: true, total, searches };
}

/** What is sought is the other outcome than that by default. */
function answerFor(byDefault: Explored["byDefault"]): (observation: Observation) => Outcome {
  if (byDefault === "passes") return ({ outcome }) => outcome;
  return ({ outcome }) => (outcome === "pass" ? "fail" : outcome === "fail" ? "pass" : outcome);
}

/** How far one of the switches can be moved while it comes out the same. */
async function roomOf(task: Task, needed: Schedule, i: number, answer: (observation: Observation) => Outcome) {
  const { run, listener, steps, stages } = task;
  const { lane, count } = needed[i]!;
  const before = needed.slice(0, i).findLast((each) => each.lane === lane)?.count ?? 0;
  const realised = realisedUnder(task, planOf(task, needed));
  const last = realised?.ran.findLast((ran) => ran.lane === lane)?.count ?? count;
  const at = (where: number) => needed.map((each, n) => (n === i ? { lane, count: where } : each));
  const name = `place ${i + 1}`;
  const limits = { from: before + 1, to: Math.max(count, last) };
  const end = await runStage<number, Room>(
    run,
    {
      search: room(count, limits),
      answer,
      key: String,
      world: (where) => worldOf(task, planOf(task, at(where))),
      shown: (where) => ({ stage: name, set: `${lane}@${where}`, size: where }),
      total: limits.to - limits.from + 1,
      unit: "places",
      sizes: ({ from, to }) => ({ failing: to - from + 1 }),
      start: { failing: limits.to - limits.from + 1 },
    },
    { onStep: (row) => steps.push(row), onProgress: listener.onProgress },
  );
  const found = end.result ?? { from: count, to: count };
  stages.push({
    name,
    search: "boundary",
    deltas: { total: limits.to - limits.from + 1, cause: found.to - found.from + 1 },
    needed: end.needed,
  });
  return { room: found, complete: end.complete };
}
