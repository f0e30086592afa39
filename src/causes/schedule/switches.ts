import type { Schedule } from "../../../runtimes/protocol/schedule-plan.ts";
import { DeltaSet } from "../../core/delta-set.ts";
import type { SearchTaken } from "../../run/conclusion.ts";
import { runStage, stageOf, testedSets } from "../../run/stage.ts";
import { auto } from "../../search/auto.ts";
import type { FailingRange } from "../../search/boundary.ts";
import type { Explored } from "./explore.ts";
import { type Interrupted, interruptedAt, interruptedIn } from "./interrupted.ts";
import { leastMeanwhile, roomOf, type Sought } from "./room.ts";
import { planOf, realise, type ScheduleTask, worldOf } from "./task.ts";

/** The switches without which it would come out as it does by default. */
export interface Switches {
  readonly needed: Schedule;
  /** How far each switch can be moved. */
  readonly rooms: readonly FailingRange[];
  /** Lanes that are interrupted and go on later, with what has to run meanwhile; the tightest first. */
  readonly interrupted: readonly Interrupted[];
  readonly complete: boolean;
  readonly total: number;
  readonly searches: readonly SearchTaken[];
}

/** Leaves out all switches that are not needed to come out otherwise than by default, and sees how far the others can move. */
export async function narrowSwitches(task: ScheduleTask, explored: Explored): Promise<Switches> {
  const sought = soughtIn(explored);
  const few = await fewest(task, explored, sought);
  const { needed } = few;
  const rooms: FailingRange[] = [];
  for (let i = 0; few.complete && i < needed.length; i++) {
    const moved = await roomOf(task, needed, i, sought);
    rooms.push(moved.room);
    if (!moved.complete) return { ...few, rooms, interrupted: [], complete: false };
  }
  const realised = await realise(task, planOf(task, needed));
  const [tightest, ...others] = realised ? interruptedIn(realised, needed, rooms) : [];
  if (!few.complete || !tightest) return { ...few, rooms, interrupted: tightest ? [tightest, ...others] : [] };
  const least = await leastMeanwhile(task, needed, tightest, sought);
  const again = await realise(task, planOf(task, least.schedule));
  const { i, room } = tightest;
  const told = again && interruptedAt({ realised: again, under: least.schedule }, needed, i, room);
  return { ...few, rooms, interrupted: [told ?? tightest, ...others], complete: least.complete };
}

function soughtIn({ byDefault }: Explored): Sought {
  if (byDefault === "passes") return ({ outcome }) => outcome;
  return ({ outcome }) => (outcome === "pass" ? "fail" : outcome === "fail" ? "pass" : outcome);
}

async function fewest(task: ScheduleTask, { failing, passing, byDefault }: Explored, sought: Sought) {
  const schedule = byDefault === "passes" ? failing : passing;
  const chosen = (set: DeltaSet) => [...set].map((i) => schedule[i]!);
  const total = schedule.length;
  const search = auto(DeltaSet.range(0, total));
  const end = await runStage(
    task.run,
    stageOf({
      name: "switches",
      searchName: "auto",
      search,
      answer: sought,
      total,
      world: (set) => worldOf(task, planOf(task, chosen(set))),
      start: { failing: total },
      sizes: (set) => ({ failing: set.size }),
    }),
  );
  const set = end.result ?? DeltaSet.range(0, total);
  const searches = byDefault === "passes" ? [{ tested: () => testedSets(search, end), found: { failing: set } }] : [];
  return { needed: chosen(set), complete: end.complete, total, searches };
}
