import type { Log } from "../log/log.ts";
import type { Plan } from "./plan.ts";
import type { Chooser } from "./policy.ts";
import { type Shared, waiter, want } from "./shared-memory.ts";

/** What it takes to decide who is next. */
export interface Turns {
  readonly shared: Shared;
  readonly plan: Plan;
  readonly chooser: Chooser;
  readonly log: Log;
}

export type Next = number | "deadlock" | "nobody";

/**
 * Who runs next, as seen by a lane that cannot or need not go on; its target is set. "nobody": all that is to come comes from
 * outside, or no lane is left.
 */
export function who(turns: Turns, me: number): Next {
  const ready = findReady(turns);
  if (typeof ready === "string") return ready;
  const next = choose(turns, me, ready);
  turns.shared.setLane(next, "target", targetOf(turns, next));
  return next;
}

function findReady({ shared }: Turns): number[] | "deadlock" | "nobody" {
  const live = shared.live();
  for (;;) {
    const ready = live.filter((lane) => canRun(shared, lane));
    if (ready.length > 0) return ready;
    if (fireTimer(shared, live)) continue;
    const outside = live.some((lane) => shared.flag(lane, "want") === want.outside);
    return outside || live.length === 0 ? "nobody" : "deadlock";
  }
}

function canRun(shared: Shared, lane: number): boolean {
  const wanted = shared.flag(lane, "want");
  if (wanted === want.nothing) return true;
  if (wanted === want.outside) return false;
  if (shared.flag(lane, "timedOut") === 1) return true;
  if (wanted === want.events) return shared.lane(lane, "heard") < shared.number("bell");
  return shared.waiter(shared.flag(lane, "waiter"), "state") !== waiter.waiting;
}

/** Time passes when nothing else can happen: the first deadline comes. */
function fireTimer(shared: Shared, live: readonly number[]): boolean {
  const first = live
    .filter((lane) => shared.flag(lane, "want") !== want.outside && shared.lane(lane, "deadline") < Infinity)
    .sort((a, b) => shared.lane(a, "deadline") - shared.lane(b, "deadline"))[0];
  if (first === undefined) return false;
  shared.setNumber("clock", Math.max(shared.number("clock"), shared.lane(first, "deadline")));
  shared.setFlag(first, "timedOut", 1);
  return true;
}

function choose({ shared, plan, chooser }: Turns, me: number, ready: readonly number[]): number {
  const from = shared.number("position");
  for (let at = from; at < plan.segments.length; at++) {
    shared.setNumber("position", at);
    const [planned, count] = plan.segments[at]!;
    const lane = shared.planned(planned);
    if (lane === "to come") return whileAwaited(shared, nameOf(plan, planned), me, ready);
    if (lane !== "gone" && shared.lane(lane, "count") < count && ready.includes(lane)) return lane;
  }
  shared.setNumber("position", plan.segments.length);
  return chooser.choose(me, ready, from < plan.segments.length && ready.includes(me));
}

function nameOf({ names }: Plan, number: number): string {
  for (const [name, each] of names) if (each === number) return name;
  return "";
}

/** A lane that is still to come is waited for: the one that will make it goes on, else as by default. */
function whileAwaited(shared: Shared, awaited: string, me: number, ready: readonly number[]): number {
  const maker = awaited.slice(0, awaited.lastIndexOf("."));
  return ready.find((lane) => shared.name(lane) === maker) ?? (ready.includes(me) ? me : ready[0]!);
}

/** The count at which a lane looks up: where its segment ends, at a place to be told of, at the limit of all steps. */
export function targetOf({ shared, plan, chooser }: Turns, lane: number): number {
  const count = shared.lane(lane, "count");
  const segment = plan.segments[shared.number("position")];
  const awaits = segment !== undefined && shared.planned(segment[0]) !== lane;
  const own = segment === undefined ? chooser.target(lane) : awaits ? Infinity : segment[1];
  const watch = plan.watches.get(shared.name(lane))?.find((each) => each > count) ?? Infinity;
  const limit = count + plan.limit - shared.number("total");
  return Math.max(count + 1, Math.min(own, watch, limit));
}

/** `1.2` comes before `1.10`. */
export function compareNames(a: string, b: string): number {
  const [x, y] = [a, b].map((name) => name.split(".").map(Number)) as [number[], number[]];
  const at = x.findIndex((part, i) => part !== y[i]);
  if (at === -1) return x.length - y.length;
  return y[at] === undefined ? 1 : x[at]! - y[at]!;
}
