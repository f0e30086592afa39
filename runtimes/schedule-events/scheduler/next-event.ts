/**
 * Chooses the event that runs next, but never an order that Node cannot produce: immediates run in the order in which they were
 * set, and so do timers of one duration; what is sent through a socket stays in order. A timer never fires early: the clock jumps
 * to its time. How far an event can overtake others is limited, see `maxDelay` and `maxLead`.
 */
import { clock } from "./clock.ts";
import type { LoopEvent } from "./event.ts";
import type { EventPlan } from "./plan.ts";
import { type Choose, chooser } from "./policy.ts";
import { scheduler } from "./state.ts";
import { maxAnswerTime, parentProcess } from "./uncontrolled.ts";
import { earliestTimer, ready, take, timers } from "./waiting-events.ts";

/** Maximum time, in virtual milliseconds, for which timers can delay an event. */
export const maxDelay = 50;
/** Maximum time by which a timer can fire before one that is due earlier. */
const maxLead = (duration: number) => 2 + duration / 10;

/** `idle`: Node's loop was seen to have nothing else to do. */
export type LoopState = "idle" | "unknown";

let ranks: EventPlan["ranks"] = new Map();
let choose: Choose | undefined;

export function followPlan(plan: EventPlan): void {
  ranks = plan.ranks;
  choose = plan.policy.name === "default" ? undefined : chooser(plan.policy);
}

/** Takes the next event out of the queue; undefined if none can run now. */
export function takeNext(loop: LoopState): LoopEvent | undefined {
  const early = earliestTimer();
  if (ready.length === 0 && early === undefined) return undefined;
  const { onChoice } = scheduler.run!;
  if (choose === undefined && ranks.size === 0 && onChoice === undefined) return takeDefault(early, loop);
  const candidates = candidatesNow(early, loop);
  if (candidates.length === 0) return undefined;
  const byDefault = defaultIndex(candidates, early);
  let chosen = lowestRank(candidates);
  if (chosen === -1) chosen = choose?.(candidates, byDefault) ?? byDefault;
  const event = candidates[chosen]!;
  if (candidates.length > 1) onChoice?.(event, candidates);
  return event.isTimer ? takeTimer(event) : takeReady(event);
}

function takeDefault(early: LoopEvent | undefined, loop: LoopState): LoopEvent | undefined {
  if (early !== undefined && early.due <= clock.now) return takeTimer(early);
  if (ready.length > 0) return takeReady(ready[0]!);
  if (scheduler.run!.others !== undefined && clock.outside === 0) return undefined;
  return canJumpTo(early!, loop) ? takeTimer(early!) : undefined;
}

function takeReady(event: LoopEvent): LoopEvent {
  if (event.referenced) scheduler.references--;
  return take(ready, ready.indexOf(event));
}

function takeTimer(event: LoopEvent): LoopEvent {
  if (event.referenced) scheduler.referencedTimers--;
  clock.jump(event.due);
  return take(timers, timers.indexOf(event));
}

/** Ready events, and timers that may overtake them or each other. */
function candidatesNow(early: LoopEvent | undefined, loop: LoopState): LoopEvent[] {
  if (early === undefined) return [...ready];
  const canJump = canJumpTo(early, loop) || early.due <= clock.now;
  const latest =
    ready.length > 0 ? ready.reduce((least, { since }) => Math.min(least, since), Infinity) + maxDelay : Infinity;
  const candidates = [...ready];
  for (const timer of timers) {
    if (timer.due > clock.now && (!(canJump && canJumpTo(timer, loop)) || timer.due > latest)) continue;
    if (timer.due <= early.due + maxLead(timer.duration)) candidates.push(timer);
  }
  return candidates;
}

/** The index of the event that runs if neither the plan nor a policy decides. */
function defaultIndex(candidates: readonly LoopEvent[], early: LoopEvent | undefined): number {
  if (early === undefined || ready.length === 0) return early === undefined ? 0 : candidates.indexOf(early);
  return early.due <= clock.now ? candidates.indexOf(early) : 0;
}

function lowestRank(candidates: readonly LoopEvent[]): number {
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

/** Time can jump to a timer if the program waits for nothing outside, and if the timer or something else keeps the process alive. */
function canJumpTo(timer: LoopEvent, loop: LoopState): boolean {
  if (clock.outside > 0) return false;
  if (parentProcess.sendsMessages && timer.duration >= maxAnswerTime && loop !== "idle") return false;
  const isAlive = scheduler.run!.awaitsAll || scheduler.references + scheduler.referencedTimers > 0;
  return isAlive || loop === "idle" || timer.due <= clock.now;
}
