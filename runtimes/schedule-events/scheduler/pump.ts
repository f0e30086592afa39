/** Runs one event after another. Now and then, Node's own loop takes a turn in between. */
import { AsyncResource } from "node:async_hooks";
import { real } from "../replacements/real-functions.ts";
import { clock } from "./clock.ts";
import type { LoopEvent } from "./event.ts";
import { type LoopState, takeNext } from "./next-event.ts";
import { onReset } from "./resets.ts";
import { scheduler } from "./state.ts";
import { otherThreadsAtWork } from "./threads-at-work.ts";
import { logUncontrolled, parentProcess } from "./uncontrolled.ts";
import { earliestTimer } from "./waiting-events.ts";

/** How long an event takes, in virtual milliseconds. */
const eventDuration = 0.02;
/** Maximum number of events in one turn of Node's loop. */
const maxEventsPerTurn = 64;
/** Maximum time, in real milliseconds, that a native operation may take before other events run beside it. */
const maxOperationTime = 2000;
/** How often a thread may be seen at work until other events run beside its operation all the same: it may be another's work. */
const maxLooksAtWork = 30;

let scheduled: NodeJS.Immediate | undefined;
let isScheduledReferenced = false;
let isPumping = false;
let alarm: NodeJS.Timeout | undefined;
let ignoredRequests = 0;
const outerContext = new AsyncResource("culprit");
onReset(() => {
  if (alarm !== undefined) real.clearTimeout(alarm);
  alarm = undefined;
});

/** Makes the pump run in the next turn of Node's loop. */
export function wake(): void {
  const isNeeded = mustStayAlive();
  if (scheduled !== undefined) {
    if (isNeeded !== isScheduledReferenced) {
      isScheduledReferenced = isNeeded;
      isNeeded ? scheduled.ref() : scheduled.unref();
    }
    return;
  }
  if (scheduler.operations > 0 || isPumping) return;
  scheduled = scheduler.keepsContexts
    ? outerContext.runInAsyncScope(real.setImmediate, undefined, () => pump("unknown"))
    : real.setImmediate(pump, "unknown");
  isScheduledReferenced = isNeeded;
  if (!isNeeded) scheduled!.unref();
}

function mustStayAlive(): boolean {
  const { run, references, referencedTimers } = scheduler;
  return run?.keepsAlive === true || references + referencedTimers > 0 || run?.others?.alive() === true;
}

function pump(loop: LoopState): void {
  scheduled = undefined;
  isPumping = true;
  let more = true;
  let finished = false;
  try {
    for (let round = 0; round < maxEventsPerTurn && more; round++) {
      more = runNext(loop);
      if (more) runGuarded(real.runMicrotasks);
    }
    finished = !more;
  } finally {
    isPumping = false;
    if (!finished) wake();
  }
}

/** Runs one event, if one can run now. Returns whether to continue. */
function runNext(loop: LoopState): boolean {
  if (scheduler.run === undefined || scheduler.operations > 0) return false;
  if (real.fileRequests() > ignoredRequests) {
    isPumping = false;
    wake();
    return false;
  }
  clock.followRealTime();
  const event = takeNext(loop);
  if (event === undefined) return rest();
  runEvent(event);
  return scheduler.operations === 0;
}

function runEvent(event: LoopEvent): void {
  const { plan, log, onLimit, others } = scheduler.run!;
  if (++scheduler.steps > plan.limit) {
    onLimit();
    return;
  }
  event.state = "done";
  others?.before(event);
  clock.now += eventDuration;
  const what = `${event.kind} ${event.site}`;
  log.add(`run ${event.id} 1 ${what}\n`);
  if (plan.watched.has(event.id)) log.add(`at ${event.id} 1 ${what}${event.callers}\n`);
  log.settle();
  scheduler.current = event;
  const { run, context } = event;
  // biome-ignore lint/suspicious/noDebugger: culprit schedule debug asks for it; step into goes to the program.
  if (plan.stops.has(event.id)) debugger;
  runGuarded(context === undefined ? run : () => context.runInAsyncScope(run));
}

/** Without `onError` there is no `catch`: of an error that is thrown again, Node would show the line here, not the program's. */
function runGuarded(run: () => void): void {
  const onError = scheduler.run?.onError;
  if (onError === undefined) run();
  else runCatching(run, onError);
}

function runCatching(run: () => void, onError: (error: unknown) => void): void {
  try {
    run();
  } catch (error) {
    onError(error);
  }
}

/** Nothing can run now. A timer may later: when real time has come to it, or, if it keeps nothing alive, when the loop still runs. */
function rest(): boolean {
  const early = earliestTimer();
  const { onRest, others, keepsAlive } = scheduler.run!;
  // Where there are other threads, the clock of this one alone does not decide when a timer is due.
  if (others !== undefined && clock.outside === 0) return others.rest(early?.due ?? Infinity);
  // Where something else keeps the process alive, a running loop says nothing about the timer.
  if (early !== undefined && (clock.outside > 0 || !keepsAlive)) setAlarm(early);
  onRest?.();
  return others?.rest(early?.due ?? Infinity) ?? false;
}

function setAlarm({ due }: LoopEvent): void {
  const isReal = clock.outside > 0 || parentProcess.sendsMessages;
  if (alarm !== undefined) real.clearTimeout(alarm);
  alarm = real.setTimeout(pump, isReal ? Math.max(1, Math.ceil(due - clock.now)) : 10, "idle");
  if (scheduler.referencedTimers === 0) alarm.unref();
}

/**
 * From time to time, checks for an operation that does not end (reading a pipe that nobody writes to), and runs others beside it.
 * A slow machine is no reason: an operation that a thread works on is waited for.
 */
export function watchForStuck(): NodeJS.Timeout {
  let lastSteps = -1;
  let lookedAtWork = 0;
  const isBusy = () => scheduler.operations > 0 || real.fileRequests() > ignoredRequests;
  const isStuck = () => isBusy() && lastSteps === scheduler.steps;
  const letOthersRun = () => {
    if (!isStuck()) return;
    logUncontrolled(`slow operation ${scheduler.current.kind}`);
    ignoredRequests = real.fileRequests();
    scheduler.operations = 0;
    wake();
  };
  const check = () => {
    const stuck = isStuck();
    lastSteps = scheduler.steps;
    if (!stuck) lookedAtWork = 0;
    else if (!otherThreadsAtWork() || ++lookedAtWork > maxLooksAtWork) {
      // What has ended while this process had no processor is heard of before an immediate runs.
      real.setImmediate(letOthersRun).unref();
    }
  };
  return real.setInterval(check, maxOperationTime).unref();
}
