/**
 * The gate: every callback that Node would run from its event loop waits here as an *event*, and one at a time is let through.
 *
 * An event runs with all the promise jobs and next-tick callbacks it causes; only then is the next one chosen. What it makes are
 * its children, and an id is the parent's id and the ordinal among its children: it does not depend on when the event runs. An
 * operation (of a file, of zlib…) is *started* when its event is chosen and nothing else happens until it is done, so that its
 * effect and its callback are one step, and the effects of two operations can come in either order.
 */
import { clock } from "./clock.ts";
import { type Event, gate, type Held } from "./event.ts";
import { followPlan } from "./next.ts";
import { wake } from "./pump.ts";
import { beginAfresh } from "./scope.ts";
import { enqueue, insert, ready, take, timers, unlink } from "./waiting.ts";

export function openGate(held: Held): void {
  beginAfresh();
  gate.held = held;
  followPlan(held.plan);
}

/** What still waits is forgotten. */
export function closeGate(): void {
  beginAfresh();
  gate.held = undefined;
}

/** The event may run from now on. */
export function offer(event: Event): void {
  if (event.state === "done") return;
  event.state = "waiting";
  event.since = clock.now;
  if (event.referenced) gate.references++;
  const { line } = event;
  if (line === undefined || enqueue(line, event)) insert(event);
  wake();
}

/** The timer may run when it is due. */
export function offerTimer(event: Event): void {
  if (event.state === "done") return;
  event.state = "waiting";
  if (event.referenced) gate.referencedTimers++;
  if (enqueue(event.line!, event)) timers.push(event);
  wake();
}

export function withdraw(event: Event): void {
  if (event.state !== "waiting") return;
  event.state = "withdrawn";
  if (event.referenced) event.isTimer ? gate.referencedTimers-- : gate.references--;
  const list = event.isTimer ? timers : ready;
  const at = list.indexOf(event);
  if (at === -1) unlink(event);
  else take(list, at);
}

/** Whether it keeps the process alive. */
export function refer(event: Event, referenced: boolean): void {
  if (event.referenced === referenced) return;
  event.referenced = referenced;
  if (event.state !== "waiting") return;
  const change = referenced ? 1 : -1;
  if (event.isTimer) gate.referencedTimers += change;
  else gate.references += change;
  wake();
}

/** The current event waits for something native; nothing else runs until the function that is returned is called. */
export function underWay(): () => void {
  const { current, openings } = gate;
  gate.underWay++;
  let over = false;
  return () => {
    if (over || openings !== gate.openings) return;
    over = true;
    if (gate.underWay > 0) gate.underWay--;
    gate.current = current;
    wake();
  };
}
