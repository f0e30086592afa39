/** Lets one event after the other through, with Node's loop coming round between them now and then. */
import { AsyncResource } from "node:async_hooks";
import { clock } from "./clock.ts";
import { type Event, gate } from "./event.ts";
import { next } from "./next.ts";
import { talk, uncontrolled } from "./outside.ts";
import { real } from "./real.ts";
import { afresh } from "./scope.ts";
import { earliest } from "./waiting.ts";

/** How long an event takes on the virtual clock. */
const pace = 0.02;
/** So many events in one turn of the loop. */
const inOneTurn = 64;
/** So long a native operation may take really before others go on beside it. */
const stuckAfter = 2000;

let scheduled: NodeJS.Immediate | undefined;
let scheduledReferenced = false;
let pumping = false;
let alarm: NodeJS.Timeout | undefined;
let ignoredRequests = 0;
const outerContext = new AsyncResource("culprit");
afresh(() => {
  if (alarm !== undefined) real.clearTimeout(alarm);
  alarm = undefined;
});

/** The pump will run when Node's loop comes round. */
export function wake(): void {
  const { held } = gate;
  const needed =
    held?.keepsAlive === true || gate.references + gate.referencedTimers > 0 || held?.others?.alive() === true;
  if (scheduled !== undefined) {
    if (needed !== scheduledReferenced) {
      scheduledReferenced = needed;
      needed ? scheduled.ref() : scheduled.unref();
    }
    return;
  }
  if (gate.underWay > 0 || pumping) return;
  scheduled = gate.contexts
    ? outerContext.runInAsyncScope(real.setImmediate, undefined, () => pump(false))
    : real.setImmediate(pump, false);
  scheduledReferenced = needed;
  if (!needed) scheduled!.unref();
}

/** `idle`: the loop had nothing else to do. */
function pump(idle: boolean): void {
  scheduled = undefined;
  pumping = true;
  let more = true;
  let finished = false;
  try {
    for (let round = 0; round < inOneTurn && more; round++) {
      more = step(idle);
      if (more) guarded(real.runMicrotasks);
    }
    finished = !more;
  } finally {
    pumping = false;
    if (!finished) wake();
  }
}

/** One event, if one can run now. */
function step(idle: boolean): boolean {
  if (gate.held === undefined || gate.underWay > 0) return false;
  if (real.fileRequests() > ignoredRequests) {
    pumping = false;
    wake();
    return false;
  }
  clock.follow();
  const event = next(idle);
  if (event === undefined) return rest();
  dispatch(event);
  return gate.underWay === 0;
}

function dispatch(event: Event): void {
  const { plan, log, onLimit, others } = gate.held!;
  if (++gate.steps > plan.limit) {
    onLimit();
    return;
  }
  event.state = "done";
  others?.before(event);
  clock.now += pace;
  const what = `${event.kind} ${event.site}`;
  log.add(`run ${event.id} 1 ${what}\n`);
  if (plan.watched.has(event.id)) log.add(`at ${event.id} 1 ${what}\n`);
  log.settle();
  gate.current = event;
  const { run, context } = event;
  guarded(context === undefined ? run : () => context.runInAsyncScope(run));
}

/** What is thrown where nobody asked for it must not be thrown again: Node shows the line that did. */
function guarded(run: () => void): void {
  const onError = gate.held?.onError;
  if (onError === undefined) run();
  else catching(run, onError);
}

function catching(run: () => void, onError: (error: unknown) => void): void {
  try {
    run();
  } catch (error) {
    onError(error);
  }
}

/** Nothing runs until real time has come to the timer, or, for a timer that keeps nothing alive, until the loop is seen alive. */
function rest(): boolean {
  const early = earliest();
  const { onRest, others, keepsAlive } = gate.held!;
  // Between threads it is not the clock of this one alone that says when a timer is due.
  if (others !== undefined && clock.outside === 0) return others.rest(early?.due ?? Infinity);
  // Where something else keeps the process alive, that says nothing about the timer.
  if (early !== undefined && (clock.outside > 0 || !keepsAlive)) {
    const duration = clock.outside > 0 || talk.withParent ? Math.max(1, Math.ceil(early.due - clock.now)) : 10;
    if (alarm !== undefined) real.clearTimeout(alarm);
    alarm = real.setTimeout(pump, duration, true);
    if (gate.referencedTimers === 0) alarm.unref();
  }
  onRest?.();
  return others?.rest(early?.due ?? Infinity) ?? false;
}

/** An operation that does not end (a read of a pipe to which nobody writes) must not stop all the others. */
export function watchForStuck(): NodeJS.Timeout {
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
  return real.setInterval(look, stuckAfter).unref();
}
