import type { Schedule } from "../../../runtimes/protocol/schedule-plan.ts";
import type { Outcome } from "../../core/outcome.ts";
import { runStage, type Stage } from "../../run/stage.ts";
import { type Boundary, boundary, type FailingRange, failingRange } from "../../search/boundary.ts";
import type { Observation } from "../../trial/observation.ts";
import type { Interrupted } from "./interrupted.ts";
import { planOf, realise, type ScheduleTask, worldOf } from "./task.ts";

/** `fail` where it comes out otherwise than by default: that is what is sought. */
export type Sought = (observation: Observation) => Outcome;

/** The schedule with one of its switches elsewhere. */
export function movedTo(needed: Schedule, i: number, at: number): Schedule {
  return needed.map((each, n) => (n === i ? { lane: each.lane, count: at } : each));
}

/** How far one of the switches can be moved while it comes out the same. */
export async function roomOf(task: ScheduleTask, needed: Schedule, i: number, sought: Sought) {
  const { lane, count } = needed[i]!;
  const before = needed.slice(0, i).findLast((each) => each.lane === lane)?.count ?? 0;
  const realised = await realise(task, planOf(task, needed));
  const last = realised?.runs.findLast((ran) => ran.lane === lane)?.count ?? count;
  const limits = { from: before + 1, to: Math.max(count, last) };
  const end = await moving<FailingRange>(task, {
    name: `place ${i + 1}`,
    lane,
    limits,
    search: failingRange(count, limits),
    schedule: (at) => movedTo(needed, i, at),
    size: ({ from, to }) => to - from + 1,
    sought,
  });
  return { room: end.result ?? { from: count, to: count }, complete: end.complete };
}

/** The schedule in which the last of the others runs no farther than it has to before the interrupted lane goes on. */
export async function leastMeanwhile(task: ScheduleTask, needed: Schedule, interrupted: Interrupted, sought: Sought) {
  const { meanwhile, goesOn, under } = interrupted;
  if (goesOn === undefined) return { complete: true, schedule: under };
  const last = meanwhile.at(-1)!;
  const end = await moving<Boundary>(task, {
    name: "meanwhile",
    lane: last.lane,
    limits: { from: last.from + 1, to: last.to },
    search: boundary({ passing: last.from, failing: last.to }, { unresolved: "not-failing" }),
    schedule: (at) => meanwhileUpTo(needed, interrupted, at),
    size: ({ failing }) => failing - last.from,
    sought,
  });
  return { complete: end.complete, schedule: meanwhileUpTo(needed, interrupted, end.result?.failing ?? last.to) };
}

/** The schedule in which the last of those that run meanwhile goes only so far before the interrupted lane goes on. */
function meanwhileUpTo(needed: Schedule, { i, lane, meanwhile, goesOn = 0 }: Interrupted, at: number): Schedule {
  const others = meanwhile.map((each) => ({ lane: each.lane, count: each.to }));
  const last = { ...others.at(-1)!, count: at };
  return [...needed.slice(0, i + 1), ...others.slice(0, -1), last, { lane, count: goesOn }, ...needed.slice(i + 1)];
}

interface Moving<R> {
  readonly name: string;
  readonly lane: string;
  readonly limits: FailingRange;
  readonly search: Stage<number, R>["search"];
  /** The schedule with the one place moved. */
  readonly schedule: (at: number) => Schedule;
  readonly size: (result: R) => number;
  readonly sought: Sought;
}

async function moving<R>(task: ScheduleTask, { name, lane, limits, search, schedule, size, sought }: Moving<R>) {
  const total = limits.to - limits.from + 1;
  return runStage<number, R>(task.run, {
    search,
    answer: sought,
    key: String,
    world: (at) => worldOf(task, planOf(task, schedule(at))),
    shown: (at) => ({ stage: name, set: `${lane}@${at}`, size: at }),
    total,
    unit: "places",
    sizes: (result) => ({ failing: size(result) }),
    start: { failing: total },
    summary: { name, search: "boundary" },
  });
}
