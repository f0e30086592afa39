/**
 * The queue of all callbacks that Node would run from its event loop. Each is an *event*, and one at a time is run.
 *
 * An event runs with all the promise jobs and next-tick callbacks that it causes; only then is the next one chosen. The events it
 * creates are its children. An event's id is the parent's id and the ordinal among its children, so it does not depend on when the
 * event runs. An operation (on a file, of zlib, …) *starts* when its event is chosen, and nothing else happens until it is done:
 * its effect and its callback are one step, and the effects of two operations can come in either order.
 */
import { clock } from "./clock.ts";
import type { LoopEvent } from "./event.ts";
import { followPlan } from "./next-event.ts";
import { wake } from "./pump.ts";
import { resetAll } from "./resets.ts";
import { type ControlledRun, scheduler } from "./state.ts";
import { append, insert, ready, take, timers, unlink } from "./waiting-events.ts";

export function startScheduler(run: ControlledRun): void {
  resetAll();
  scheduler.run = run;
  followPlan(run.plan);
}

/** Drops all events that still wait. */
export function stopScheduler(): void {
  resetAll();
  scheduler.run = undefined;
}

/** The event may run from now on. */
export function enqueue(event: LoopEvent): void {
  if (event.state === "done") return;
  event.state = "waiting";
  event.since = clock.now;
  if (event.referenced) scheduler.references++;
  const { line } = event;
  if (line === undefined || append(line, event)) insert(event);
  wake();
}

/** The timer may run when it is due. */
export function enqueueTimer(event: LoopEvent): void {
  if (event.state === "done") return;
  event.state = "waiting";
  if (event.referenced) scheduler.referencedTimers++;
  if (append(event.line!, event)) timers.push(event);
  wake();
}

export function cancel(event: LoopEvent): void {
  if (event.state !== "waiting") return;
  event.state = "cancelled";
  if (event.referenced) event.isTimer ? scheduler.referencedTimers-- : scheduler.references--;
  const list = event.isTimer ? timers : ready;
  const at = list.indexOf(event);
  if (at === -1) unlink(event);
  else take(list, at);
}

/** Sets whether an event keeps the process alive. */
export function setReferenced(event: LoopEvent, referenced: boolean): void {
  if (event.referenced === referenced) return;
  event.referenced = referenced;
  if (event.state !== "waiting") return;
  const change = referenced ? 1 : -1;
  if (event.isTimer) scheduler.referencedTimers += change;
  else scheduler.references += change;
  wake();
}

/** The current event starts a native operation. Nothing else runs until the returned function is called. */
export function beginOperation(): () => void {
  const { current, resets } = scheduler;
  scheduler.operations++;
  let ended = false;
  return () => {
    if (ended || resets !== scheduler.resets) return;
    ended = true;
    if (scheduler.operations > 0) scheduler.operations--;
    scheduler.current = current;
    wake();
  };
}
