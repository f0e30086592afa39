/**
 * Every schedule within a bound, each exactly once, by running one schedule after another. A run follows the schedule that a branch
 * begins with, and then the default policy; each choice that it makes by default is a point at which another lane could have run,
 * and so the beginning of a new branch. No two branches begin alike, and every schedule is on one of them: where it first differs
 * from a run, there is the branch that has this difference. This is stateless search with iterative context bounding (Musuvathi and
 * Qadeer, "Iterative Context Bounding for Systematic Testing of Multithreaded Programs", PLDI 2007).
 *
 * Threads: to stop a lane that could go on is a preemption and costs 1. Where a lane cannot go on, or yields, any other is free.
 * Events: to run another event than the next one by default is a deviation, and costs 1.
 */
import type { Choice } from "../../../../runtimes/protocol/schedule-choices.ts";
import type { Schedule, Segment } from "../../../../runtimes/protocol/schedule-plan.ts";
import type { Lanes } from "../request.ts";

/** A beginning that no other schedule has. */
export interface Branch {
  /** The run that it branches off from: its turns, or its events. */
  readonly run: Schedule;
  /** How many of these it has in common with that run. */
  readonly shared: number;
  /** Where the lane is stopped that could have gone on. */
  readonly stop?: Segment;
  /** What runs next instead; undefined for the default schedule. */
  readonly next?: Segment;
  readonly cost: number;
}

export const trunk: Branch = { run: [], shared: 0, cost: 0 };

/** The schedule that leads into a branch; behind its end, the default policy decides. */
export function scheduleInto({ run, shared, stop, next }: Branch): Schedule {
  return [...run.slice(0, shared), ...(stop ? [stop] : []), ...(next ? [next] : [])];
}

/** Whether a run begins as the branch does. */
export function isOnBranch(branch: Branch, run: Schedule): boolean {
  const schedule = scheduleInto(branch);
  return schedule.every(({ lane, count }, i) => {
    const turn = run[i];
    // The last lane may go on behind the end of the schedule, or exit before it.
    return turn?.lane === lane && (i === schedule.length - 1 || turn.count === count);
  });
}

/** Whether a run is the one that the branch was to differ from. */
export function isSameAsBefore({ run }: Branch, again: Schedule): boolean {
  return (
    run.length === again.length &&
    run.every(({ lane, count }, i) => lane === again[i]!.lane && count === again[i]!.count)
  );
}

/** The branches that begin in what the default policy chose in the run of a branch. */
export function branchesOff(branch: Branch, run: Schedule, choices: readonly Choice[], lanes: Lanes): Branch[] {
  return lanes === "events" ? ordersOff(branch, run, choices) : switchesOff(branch, run, choices);
}

function ordersOff(branch: Branch, run: Schedule, choices: readonly Choice[]): Branch[] {
  const positions = new Map(run.map(({ lane }, i) => [lane, i]));
  const planned = scheduleInto(branch).length;
  return choices.flatMap(({ lane, ready }) => {
    const shared = positions.get(lane);
    if (shared === undefined || shared < planned) return [];
    const others = ready.filter((each) => each !== lane);
    return others.map((other) => ({ run, shared, next: { lane: other, count: 1 }, cost: branch.cost + 1 }));
  });
}

function switchesOff(branch: Branch, run: Schedule, choices: readonly Choice[]): Branch[] {
  const planned = scheduleInto(branch);
  const branches: Branch[] = [];
  const steps = new Map<string, number>();
  let turn = 0;
  for (const choice of choices) {
    for (; turn < run.length && !isIn(choice, run[turn]!, steps); turn++) steps.set(run[turn]!.lane, run[turn]!.count);
    if (turn === run.length) break;
    const isPlanned = turn === planned.length - 1 ? choice.count < planned[turn]!.count : turn < planned.length;
    if (!isPlanned) branches.push(...switchesAt(choice, { branch, run, turn, steps }));
  }
  return branches;
}

/** Whether a choice was made in this turn. */
function isIn({ lane, count }: Choice, turn: Segment, steps: ReadonlyMap<string, number>): boolean {
  return turn.lane === lane && (steps.get(lane) ?? 0) < count && count <= turn.count;
}

interface TurnOfRun {
  readonly branch: Branch;
  readonly run: Schedule;
  readonly turn: number;
  /** The steps of each lane at the beginning of the turn. */
  readonly steps: ReadonlyMap<string, number>;
}

function switchesAt({ lane, count, ready }: Choice, { branch, run, turn, steps }: TurnOfRun): Branch[] {
  const couldGoOn = ready.includes(lane);
  const isEnd = count === run[turn]!.count;
  const chosen = isEnd ? run[turn + 1]?.lane : lane;
  const others = ready.filter((each) => each !== lane && each !== chosen);
  return others.map((other) => ({
    run,
    shared: isEnd ? turn + 1 : turn,
    ...(isEnd ? {} : { stop: { lane, count } }),
    next: { lane: other, count: (steps.get(other) ?? 0) + 1 },
    cost: branch.cost + (couldGoOn ? 1 : 0),
  }));
}
