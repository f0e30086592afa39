/**
 * Which event comes next. Orders that Node never shows are not made: immediates come in the order they were set, timers of one
 * duration too, and what is sent through a socket stays in order. A timer never fires early: the clock jumps to its hour. By how
 * much one may overtake others is bounded, see `patience` and `slack`.
 */
import { clock } from "./clock.ts";
import { type Event, gate } from "./event.ts";
import { talk } from "./outside.ts";
import type { Plan } from "./plan.ts";
import { type Choose, chooser } from "./policy.ts";
import { earliest, ready, take, timers } from "./waiting.ts";

/** An event may be kept waiting by timers for so many virtual milliseconds. */
export const patience = 50;
/** A timer may come before another that is due so much earlier: two milliseconds and a tenth of its own duration. */
const slack = (duration: number) => 2 + duration / 10;

let ranks: Plan["ranks"] = new Map();
let choose: Choose | undefined;

export function followPlan(plan: Plan): void {
  ranks = plan.ranks;
  choose = plan.policy.name === "default" ? undefined : chooser(plan.policy);
}

/** Chooses and takes out; undefined: none can run now. `idle`: the loop was seen to have nothing else to do. */
export function next(idle: boolean): Event | undefined {
  const early = earliest();
  if (ready.length === 0 && early === undefined) return undefined;
  if (choose === undefined && ranks.size === 0) return nextByDefault(early, idle);
  const candidates = gather(early, idle);
  if (candidates.length === 0) return undefined;
  const usual = usualOf(candidates, early);
  let chosen = lowestRank(candidates);
  if (chosen === -1) chosen = choose?.(candidates, usual) ?? usual;
  const event = candidates[chosen]!;
  return event.isTimer ? fire(event) : leave(event);
}

function nextByDefault(early: Event | undefined, idle: boolean): Event | undefined {
  if (early !== undefined && early.due <= clock.now) return fire(early);
  if (ready.length > 0) return leave(ready[0]!);
  if (gate.held!.others !== undefined && clock.outside === 0) return undefined;
  return mayJump(early!, idle) ? fire(early!) : undefined;
}

function leave(event: Event): Event {
  if (event.referenced) gate.references--;
  return take(ready, ready.indexOf(event));
}

function fire(event: Event): Event {
  if (event.referenced) gate.referencedTimers--;
  clock.jump(event.due);
  return take(timers, timers.indexOf(event));
}

/** Ready events, and timers that may overtake them or each other. */
function gather(early: Event | undefined, idle: boolean): Event[] {
  if (early === undefined) return [...ready];
  const jump = mayJump(early, idle) || early.due <= clock.now;
  const latest =
    ready.length > 0 ? ready.reduce((least, { since }) => Math.min(least, since), Infinity) + patience : Infinity;
  const candidates = [...ready];
  for (const timer of timers) {
    if (timer.due > clock.now && (!(jump && mayJump(timer, idle)) || timer.due > latest)) continue;
    if (timer.due <= early.due + slack(timer.duration)) candidates.push(timer);
  }
  return candidates;
}

function usualOf(candidates: readonly Event[], early: Event | undefined): number {
  if (early === undefined || ready.length === 0) return early === undefined ? 0 : candidates.indexOf(early);
  return early.due <= clock.now ? candidates.indexOf(early) : 0;
}

function lowestRank(candidates: readonly Event[]): number {
  let best = -1;
  let lowest = Infinity;
  for (let at = 0; at < candidates.length; at++) {
    const rank = ranks.get(candidates[at]!.id);
    if (rank === undefined || rank >= lowest) continue;
    best = at;
    lowest = rank;
  }
  return best;
}

/** Time may jump to a timer if nothing outside is waited for, and if the timer keeps the process alive or something else does. */
function mayJump(timer: Event, idle: boolean): boolean {
  if (clock.outside > 0) return false;
  if (talk.withParent && timer.duration >= talk.answered && !idle) return false;
  const alive = gate.held!.awaitsAll || gate.references + gate.referencedTimers > 0;
  return alive || idle || timer.due <= clock.now;
}
