import type { ChoicesFile } from "../../schedule-events/whole-process/choices-file.ts";
import type { Log } from "../log/log.ts";
import { waiterState, waitKind } from "./memory-layout.ts";
import type { LanePlan } from "./plan.ts";
import type { LanePolicy } from "./policy.ts";
import type { SharedMemory } from "./shared-memory.ts";

/** What a thread needs to decide which lane runs next. */
export interface Scheduler {
  readonly shared: SharedMemory;
  readonly plan: LanePlan;
  readonly policy: LanePolicy;
  readonly log: Log;
  /** Gets all choices, if the plan asks for them. */
  readonly choices?: ChoicesFile;
}

/** "nobody": no lane is left, or one is outside and all others wait. */
export type NextLane = number | "deadlock" | "nobody";

/** Chooses the lane that runs next, and sets its target; `me` is the lane that has the token. */
export function chooseNextLane(scheduler: Scheduler, me: number): NextLane {
  const ready = findReadyLanes(scheduler);
  if (typeof ready === "string") return ready;
  if (ready.length > 1) logChoice(scheduler, me, ready);
  const next = chooseAmong(scheduler, me, ready);
  scheduler.shared.setLane(next, "target", targetOf(scheduler, next));
  return next;
}

function logChoice({ shared, choices }: Scheduler, me: number, ready: readonly number[]): void {
  const name = (lane: number) => shared.laneName(lane);
  choices?.add({ lane: name(me), count: shared.lane(me, "steps"), ready: ready.map(name) });
}

function findReadyLanes({ shared }: Scheduler): number[] | "deadlock" | "nobody" {
  const live = shared.liveLanes();
  for (;;) {
    const ready = live.filter((lane) => canRun(shared, lane));
    if (ready.length > 0) return ready;
    if (reachFirstDeadline(shared, live)) continue;
    const outside = live.some((lane) => shared.lane(lane, "waitKind") === waitKind.outside);
    return outside || live.length === 0 ? "nobody" : "deadlock";
  }
}

function canRun(shared: SharedMemory, lane: number): boolean {
  const kind = shared.lane(lane, "waitKind");
  if (kind === waitKind.nothing) return true;
  if (kind === waitKind.outside) return false;
  if (shared.lane(lane, "timedOut") === 1) return true;
  if (kind === waitKind.event) return shared.lane(lane, "announcementsSeen") < shared.get("announcements");
  return shared.waiter(shared.lane(lane, "waiter"), "state") !== waiterState.waiting;
}

/** Time passes only when nothing else can happen. False if no lane has a deadline. */
function reachFirstDeadline(shared: SharedMemory, live: readonly number[]): boolean {
  const first = live
    .filter((lane) => shared.lane(lane, "waitKind") !== waitKind.outside && shared.lane(lane, "deadline") < Infinity)
    .sort((a, b) => shared.lane(a, "deadline") - shared.lane(b, "deadline"))[0];
  if (first === undefined) return false;
  shared.set("clock", Math.max(shared.get("clock"), shared.lane(first, "deadline")));
  shared.setLane(first, "timedOut", 1);
  return true;
}

/** Follows the plan, skipping segments that cannot be followed; behind the last one, the policy. */
function chooseAmong({ shared, plan, policy }: Scheduler, me: number, ready: readonly number[]): number {
  const current = shared.get("segment");
  for (let at = current; at < plan.segments.length; at++) {
    shared.set("segment", at);
    const [number, end] = plan.segments[at]!;
    const lane = shared.plannedLane(number);
    if (lane === "to come") return chooseCreator(shared, { awaited: nameOf(plan, number), me, ready });
    if (lane !== "gone" && shared.lane(lane, "steps") < end && ready.includes(lane)) return lane;
  }
  shared.set("segment", plan.segments.length);
  const planEndsHere = current < plan.segments.length && ready.includes(me);
  return policy.choose({ me, ready, planEndsHere });
}

function nameOf({ names }: LanePlan, number: number): string {
  for (const [name, each] of names) if (each === number) return name;
  return "";
}

interface AwaitedLane {
  readonly awaited: string;
  readonly me: number;
  readonly ready: readonly number[];
}

/** While the plan waits for a lane to be created, the lane that will create it runs, or else one as by default. */
function chooseCreator(shared: SharedMemory, { awaited, me, ready }: AwaitedLane): number {
  const creator = awaited.slice(0, awaited.lastIndexOf("."));
  return ready.find((lane) => shared.laneName(lane) === creator) ?? (ready.includes(me) ? me : ready[0]!);
}

/** The step at which a lane has to enter the scheduler: the end of its segment or turn, a watch, or the limit. */
export function targetOf({ shared, plan, policy }: Scheduler, lane: number): number {
  const steps = shared.lane(lane, "steps");
  if (plan.choices) return steps + 1;
  const segment = plan.segments[shared.get("segment")];
  const isOfOther = segment !== undefined && shared.plannedLane(segment[0]) !== lane;
  const end = segment === undefined ? policy.targetOf(lane) : isOfOther ? Infinity : segment[1];
  const watch = plan.watches.get(shared.laneName(lane))?.find((each) => each > steps) ?? Infinity;
  const limit = steps + plan.limit - shared.get("totalSteps");
  return Math.max(steps + 1, Math.min(end, watch, limit));
}
