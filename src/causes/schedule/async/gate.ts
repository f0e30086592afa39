/**
 * The gate: every callback that Node would run from its event loop waits here as an *event*, and one at a time is let through.
 *
 * An event runs with all the promise jobs and next-tick callbacks it causes; only then is the next one chosen. What it makes are
 * its children, and an id is the parent's id and the ordinal among its children: it does not depend on when the event runs. An
 * operation (of a file, of zlib…) is *started* when its event is chosen and nothing else happens until it is done, so that its
 * effect and its callback are one step, and the effects of two operations can come in either order.
 *
 * Orders that Node never shows are not made: immediates come in the order they were set, timers of one duration too, and what is
 * sent through a socket stays in order. A timer never fires early: the clock jumps to its hour. By how much one may overtake
 * others is bounded, see `patience` and `slack`.
 */
import { AsyncResource } from "node:async_hooks";
import { clock } from "./clock.ts";
import { type Event, gate } from "./event.ts";
import type { Log } from "./log.ts";
import type { Plan } from "./plan.ts";
import { type Choose, chooser } from "./policy.ts";
import { exitNow, real } from "./real.ts";
import { earliest, enqueue, insert, ready, take, timers, unlink } from "./waiting.ts";

/** An event may be kept waiting by timers for so many virtual milliseconds. */
export const patience = 50;
/** A timer may come before another that is due so much earlier: two milliseconds and a tenth of its own duration. */
const slack = (duration: number) => 2 + duration / 10;
/** How long an event takes on the virtual clock. */
const pace = 0.02;
/** So long a native operation may take really before others go on beside it. */
const stuckAfter = 2000;

let plan: Plan;
let choose: Choose | undefined;
let references = 0;
let referencedTimers = 0;
const uncontrolledKinds = new Set<string>();

export function openGate(asked: Plan, log: Log): void {
  plan = asked;
  choose = asked.policy.name === "default" ? undefined : chooser(asked.policy);
  gate.log = log;
  watchForStuck();
}

/** The event may run from now on. */
export function offer(event: Event): void {
  event.state = "waiting";
  event.since = clock.now;
  if (event.referenced) references++;
  const { line } = event;
  if (line === undefined || enqueue(line, event)) insert(event);
  wake();
}

/** The timer may run when it is due. */
export function offerTimer(event: Event): void {
  event.state = "waiting";
  if (event.referenced) referencedTimers++;
  if (enqueue(event.line!, event)) timers.push(event);
  wake();
}

export function withdraw(event: Event, timer: boolean): void {
  if (event.state !== "waiting") return;
  event.state = "done";
  if (event.referenced) timer ? referencedTimers-- : references--;
  const list = timer ? timers : ready;
  const at = list.indexOf(event);
  if (at === -1) unlink(event);
  else take(list, at);
}

export function refer(event: Event, timer: boolean, referenced: boolean): void {
  if (event.referenced === referenced) return;
  event.referenced = referenced;
  if (event.state !== "waiting") return;
  const change = referenced ? 1 : -1;
  if (timer) referencedTimers += change;
  else references += change;
  wake();
}

/** The current event waits for something native; nothing else runs until the function that is returned is called. */
export function underWay(): () => void {
  const event = gate.current;
  gate.underWay++;
  let over = false;
  return () => {
    if (over) return;
    over = true;
    if (gate.underWay > 0) gate.underWay--;
    gate.current = event;
    wake();
  };
}

/** Something is met that is not controlled: said once for each kind. */
export function uncontrolled(what: string): void {
  if (uncontrolledKinds.has(what)) return;
  uncontrolledKinds.add(what);
  gate.log?.add(`unc ${what}\n`);
}

/** As long as this lasts, real time passes. */
export function outside(what: string): () => void {
  uncontrolled(what);
  if (clock.outside++ === 0) clock.seen = real.now();
  let over = false;
  return () => {
    if (over) return;
    over = true;
    clock.follow();
    clock.outside--;
    wake();
  };
}

let scheduled: NodeJS.Immediate | undefined;
let scheduledReferenced = false;
let alarm: NodeJS.Timeout | undefined;
const outerContext = new AsyncResource("culprit");

/** The pump will run when Node's loop comes round. */
function wake(): void {
  const needed = references + referencedTimers > 0;
  if (scheduled !== undefined) {
    if (needed !== scheduledReferenced) {
      scheduledReferenced = needed;
      needed ? scheduled.ref() : scheduled.unref();
    }
    return;
  }
  if (gate.underWay > 0 || pumping) return;
  scheduled = gate.contexts
    ? outerContext.runInAsyncScope(real.setImmediate, undefined, pump)
    : real.setImmediate(pump);
  scheduledReferenced = needed;
  if (!needed) scheduled!.unref();
}

let pumping = false;

function pump(): void {
  scheduled = undefined;
  pumping = true;
  let more = true;
  let finished = false;
  try {
    for (let round = 0; round < 64 && more; round++) {
      more = step();
      if (more) real.runMicrotasks();
    }
    finished = !more;
  } finally {
    pumping = false;
    if (!finished) wake();
  }
}

/** One event, if one can run now. */
function step(): boolean {
  if (gate.underWay > 0) return false;
  if (real.fileRequests() > ignoredRequests) {
    again();
    return false;
  }
  clock.follow();
  const event = next();
  if (event === undefined) return false;
  dispatch(event);
  return gate.underWay === 0;
}

function again(): void {
  pumping = false;
  wake();
}

function dispatch(event: Event): void {
  if (++gate.steps > plan.limit) endByLimit();
  event.state = "done";
  clock.now += pace;
  const log = gate.log!;
  const what = `${event.kind} ${event.site}`;
  log.add(`run ${event.id} 1 ${what}\n`);
  if (plan.watched.has(event.id)) log.add(`at ${event.id} 1 ${what}\n`);
  log.settle();
  gate.current = event;
  const { run, context } = event;
  if (context === undefined) run();
  else context.runInAsyncScope(run);
}

function endByLimit(): never {
  gate.log!.end("limit");
  real.writeSync(2, `culprit: still running after ${plan.limit} steps\n`);
  exitNow(124);
}

/** Chooses and takes out. */
function next(): Event | undefined {
  const early = earliest();
  if (ready.length === 0 && early === undefined) return undefined;
  if (choose === undefined && plan.ranks.size === 0) return nextByDefault(early);
  const candidates = gather(early);
  if (candidates.length === 0) return waitForTimer(early!);
  const usual = usualOf(candidates, early);
  let chosen = lowestRank(candidates);
  if (chosen === -1) chosen = choose?.(candidates, usual) ?? usual;
  const event = candidates[chosen]!;
  return event.duration > 0 ? fire(event) : leave(event);
}

function nextByDefault(early: Event | undefined): Event | undefined {
  if (early !== undefined && early.due <= clock.now) return fire(early);
  if (ready.length > 0) return leave(ready[0]!);
  return mayJump(early!) ? fire(early!) : waitForTimer(early!);
}

function leave(event: Event): Event {
  if (event.referenced) references--;
  return take(ready, ready.indexOf(event));
}

function fire(event: Event): Event {
  if (event.referenced) referencedTimers--;
  clock.jump(event.due);
  return take(timers, timers.indexOf(event));
}

/** Ready events, and timers that may overtake them or each other. */
function gather(early: Event | undefined): Event[] {
  if (early === undefined) return [...ready];
  const jump = mayJump(early) || early.due <= clock.now;
  const latest =
    ready.length > 0 ? ready.reduce((least, { since }) => Math.min(least, since), Infinity) + patience : Infinity;
  const candidates = [...ready];
  for (const timer of timers) {
    if (timer.due > clock.now && (!(jump && mayJump(timer)) || timer.due > latest)) continue;
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
    const rank = plan.ranks.get(candidates[at]!.id);
    if (rank === undefined || rank >= lowest) continue;
    best = at;
    lowest = rank;
  }
  return best;
}

let idleTurns = 0;
let talking = false;
/** While this process talks with its parent, timers that run longer may be waiting for an answer. */
const answered = 2000;

/** There is a parent process that may send messages at any time: long timers wait for their real hour, short ones need not. */
export function talkWithParent(): void {
  uncontrolled("parent process");
  talking = true;
}

/** Time may jump to a timer if nothing outside is waited for, and if the timer keeps the process alive or something else does. */
function mayJump(early: Event): boolean {
  if (clock.outside > 0) return false;
  if (talking && early.duration >= answered && idleTurns === 0) return false;
  return references + referencedTimers > 0 || idleTurns > 0 || early.due <= clock.now;
}

/** Nothing runs until real time has come to the timer, or, for a timer that keeps nothing alive, until the loop is seen alive. */
function waitForTimer(early: Event): undefined {
  const duration = clock.outside > 0 || talking ? Math.max(1, Math.ceil(early.due - clock.now)) : 10;
  if (alarm !== undefined) real.clearTimeout(alarm);
  alarm = real.setTimeout(() => {
    idleTurns = 1;
    try {
      pump();
    } finally {
      idleTurns = 0;
    }
  }, duration);
  if (referencedTimers === 0) alarm.unref();
  return undefined;
}

let ignoredRequests = 0;

/** An operation that does not end (a read of a pipe to which nobody writes) must not stop all the others. */
function watchForStuck(): void {
  let step = -1;
  const look = () => {
    const stuck = step === gate.steps && (gate.underWay > 0 || real.fileRequests() > ignoredRequests);
    step = gate.steps;
    if (!stuck) return;
    uncontrolled(`slow operation ${gate.current.kind}`);
    ignoredRequests = real.fileRequests();
    gate.underWay = 0;
    wake();
  };
  real.setInterval(look, stuckAfter).unref();
}
