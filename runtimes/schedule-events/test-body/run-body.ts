import { AsyncLocalStorage } from "node:async_hooks";
import fs from "node:fs";
import { parseLog, type ScheduleLog } from "../../protocol/schedule-log.ts";
import { planText, type SchedulePlan } from "../../protocol/schedule-plan.ts";
import { type LaneWait, waitEntry } from "../../protocol/schedule-wait.ts";
import { waitingSockets } from "../connections/socket-pair.ts";
import { closeConnections } from "../connections/sockets.ts";
import { controlEverything } from "../control-everything.ts";
import { callers } from "../places/call-site.ts";
import { real } from "../replacements/real-functions.ts";
import { undoReplacements } from "../replacements/replace.ts";
import { limitScope } from "../replacements/scope.ts";
import { clock } from "../scheduler/clock.ts";
import { type EventPlan, parsePlan } from "../scheduler/plan.ts";
import { wake, watchForStuck } from "../scheduler/pump.ts";
import { startScheduler, stopScheduler } from "../scheduler/queue.ts";
import { type ControlledRun, scheduler } from "../scheduler/state.ts";
import { Endless, Hang, OutOfTime } from "./body-errors.ts";
import { catchUnhandled } from "./unhandled-errors.ts";

/** A function that is run under many schedules. */
export type Body = () => unknown;

/** What one run of a body came to. */
export interface BodyRun {
  /** What it threw; undefined if it passed. */
  readonly failure: { readonly error: unknown } | undefined;
  readonly log: ScheduleLog;
}

export interface BodyPlan extends SchedulePlan {
  /** If nothing happens for this many real milliseconds, the body hangs. */
  readonly timeout: number;
  /** After this many real milliseconds the body is cut off, whatever it does. */
  readonly timeLeft: number;
  /** Places in the log include the lines that called there. */
  readonly showCallers?: boolean;
}

/** Maximum number of events that may run after the body has ended. Those that still wait are dropped. */
const maxEventsAfterEnd = 1000;
/** `Date.now()` when a body begins: always the same, so that its runs can be compared. */
const epoch = 1_700_000_000_000;

const storage = new AsyncLocalStorage<RunningBody>();
let current: RunningBody | undefined;

/** From now on, everything asynchronous in a body is an event. The rest of the process runs as usual. */
export function controlBodies(): void {
  const isControlled = () => storage.getStore() !== undefined;
  const isLeftOver = () => isControlled() && storage.getStore() !== current;
  limitScope({ isControlled, isLeftOver });
  scheduler.keepsContexts = true;
  undoOtherRealm();
  controlEverything(epoch);
}

const replacedBy = Symbol.for("culprit.schedule");

/** Test runners load this once per test file, each time with new globals, but all of them share Node's own modules. */
function undoOtherRealm(): void {
  const shared = fs as { [replacedBy]?: { readonly realm: object; readonly undo: () => void } };
  const earlier = shared[replacedBy];
  if (earlier !== undefined && earlier.realm !== globalThis) earlier.undo();
  Object.defineProperty(shared, replacedBy, {
    value: { realm: globalThis, undo: undoReplacements },
    configurable: true,
    enumerable: false,
  });
}

export function isInBody(): boolean {
  return storage.getStore() !== undefined;
}

/** Runs a body once. Whatever it has started without waiting for it ends, too, before the promise resolves. */
export async function runBody(body: Body, plan: BodyPlan): Promise<BodyRun> {
  callers.included = plan.showCallers === true;
  try {
    return await new RunningBody(plan).start(body);
  } finally {
    callers.included = false;
  }
}

/** The real time, in milliseconds. */
export function realNow(): number {
  return real.now();
}

/** Lets the event loop of the test runner take a turn. */
export function yieldToLoop(): Promise<void> {
  return new Promise((resolve) => void real.setImmediate(resolve));
}

/** `after`: the body has ended, and what it has started runs on. `closing`: the connections that it has left open are closed. */
type Phase = "body" | "after" | "closing" | "ended";

class RunningBody implements ControlledRun {
  plan: EventPlan;
  readonly keepsAlive = true;
  awaitsAll = true;
  readonly log = new LogText();
  readonly #timeout: number;
  readonly #stuckWatch = watchForStuck();
  readonly #releaseErrors: () => void;
  #phase: Phase = "body";
  #failure: BodyRun["failure"];
  #hangTimer: NodeJS.Timeout | undefined;
  readonly #endTimer: NodeJS.Timeout;
  #nextPhase: NodeJS.Immediate | undefined;
  #resolve: (run: BodyRun) => void = () => {};

  constructor(plan: BodyPlan) {
    this.plan = parsePlan(planText(plan));
    this.#timeout = plan.timeout;
    this.#releaseErrors = catchUnhandled(isInBody, this.onError);
    this.#endTimer = real.setTimeout(() => this.#cutOff(), plan.timeLeft);
  }

  start(body: Body): Promise<BodyRun> {
    return new Promise((resolve) => {
      this.#resolve = resolve;
      current = this;
      startScheduler(this);
      const running = storage.run(this, () => new Promise((settle) => settle(body())));
      running.then(
        () => this.#endBody(undefined),
        (error: unknown) => this.#endBody({ error }),
      );
      wake();
    });
  }

  readonly onError = (error: unknown): void => {
    if (!storage.getStore() || storage.getStore() === this) this.#endBody({ error });
  };

  readonly onLimit = (): void => {
    if (this.#phase === "body") this.#failure = { error: new Endless(this.plan.limit) };
    this.#end();
  };

  readonly onRest = (): void => {
    if (this.#phase === "body" || (this.#phase === "after" && clock.outside > 0)) this.#waitForUncontrolled();
    // The pump has to return first.
    else this.#nextPhase ??= real.setImmediate(() => this.#continue());
  };

  #continue(): void {
    this.#nextPhase = undefined;
    if (this.#phase === "after") this.#closeConnections();
    else this.#end();
  }

  #endBody(failure: BodyRun["failure"]): void {
    if (this.#phase === "closing" || this.#phase === "ended") return;
    this.#failure ??= failure;
    if (this.#phase !== "body") return;
    this.#phase = "after";
    this.awaitsAll = false;
    this.plan = { ...this.plan, limit: scheduler.steps + maxEventsAfterEnd };
    this.#clearHangTimer();
    wake();
  }

  /** No event can run, but something uncontrolled may still be going on. */
  #waitForUncontrolled(): void {
    const { steps } = scheduler;
    const check = () => {
      if (steps !== scheduler.steps || scheduler.operations > 0 || this.#phase === "ended") return;
      if (this.#phase !== "body") return this.#closeConnections();
      this.#endBody({ error: new Hang(this.#logWaits()) });
    };
    this.#clearHangTimer();
    this.#hangTimer = real.setTimeout(check, this.#timeout);
  }

  /** Nobody knows what the body would still have done, so this is no failure of its schedule. */
  #cutOff(): void {
    if (this.#phase === "body") this.#failure ??= { error: new OutOfTime(this.#logWaits()) };
    this.#end();
  }

  #logWaits(): readonly LaneWait[] {
    const waits = waitingSockets();
    for (const each of waits) this.log.add(`${waitEntry(each)}\n`);
    return waits;
  }

  #clearHangTimer(): void {
    if (this.#hangTimer !== undefined) real.clearTimeout(this.#hangTimer);
  }

  /** Otherwise they would still be open in the next run. */
  #closeConnections(): void {
    this.#phase = "closing";
    storage.run(this, closeConnections);
    wake();
  }

  #end(): void {
    if (this.#phase === "ended") return;
    this.#phase = "ended";
    this.#clearHangTimer();
    real.clearTimeout(this.#endTimer);
    real.clearInterval(this.#stuckWatch);
    this.#releaseErrors();
    current = undefined;
    stopScheduler();
    this.#resolve({ failure: this.#failure, log: parseLog(this.log.text) });
  }
}

class LogText {
  text = "";
  add(line: string): void {
    this.text += line;
  }
  settle(): void {}
}
