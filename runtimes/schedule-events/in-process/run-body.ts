import { AsyncLocalStorage } from "node:async_hooks";
import fs from "node:fs";
import { parseLog, type ScheduleLog } from "../../protocol/schedule-log.ts";
import { planText, type Schedule } from "../../protocol/schedule-plan.ts";
import type { SchedulePolicy } from "../../protocol/schedule-policy.ts";
import { type LaneWait, waitEntry } from "../../protocol/schedule-wait.ts";
import { clock } from "../clock.ts";
import { gate, type Held } from "../event.ts";
import { closeGate, openGate } from "../gate.ts";
import { gateEverything } from "../gate-everything.ts";
import { waitingSockets } from "../joined-sockets.ts";
import { type Plan, parsePlan } from "../plan.ts";
import { wake, watchForStuck } from "../pump.ts";
import { real } from "../real.ts";
import { undoReplacements } from "../replace.ts";
import { narrow } from "../scope.ts";
import { closeConnections } from "../sockets.ts";
import { catchUnhandled } from "./unhandled.ts";

/** What is run again and again. */
export type Body = () => unknown;

/** One run of a body. */
export interface Ran {
  /** What it threw; undefined: nothing. */
  readonly failure: { readonly error: unknown } | undefined;
  readonly realised: ScheduleLog;
}

export interface Asked {
  readonly schedule: Schedule;
  readonly policy: SchedulePolicy;
  /** At most so many events. */
  readonly limit: number;
  /** So many real milliseconds in which nothing happens are a hang. */
  readonly timeout: number;
}

/** So many events may run after the body's own end; what waits then is dropped. */
const afterwards = 1000;
/** `Date.now()` when a body begins: always the same, so that its runs can be compared. */
const epoch = 1_700_000_000_000;

const storage = new AsyncLocalStorage<Run>();
let current: Run | undefined;

/** From now on what runs in a body passes the gate; the rest of the process does not notice. */
export function putGateInPlace(): void {
  const isOver = () => {
    const run = storage.getStore();
    return run !== undefined && run !== current;
  };
  narrow(() => storage.getStore() !== undefined, isOver);
  gate.contexts = true;
  takeOver();
  gateEverything(epoch);
}

const inPlace = Symbol.for("culprit.schedule");

/** Where a test runner makes a world for each file, this is loaded in each of them, but Node's modules are the same ones. */
function takeOver(): void {
  const shared = fs as { [inPlace]?: { readonly world: object; readonly undo: () => void } };
  const earlier = shared[inPlace];
  if (earlier !== undefined && earlier.world !== globalThis) earlier.undo();
  Object.defineProperty(shared, inPlace, {
    value: { world: globalThis, undo: undoReplacements },
    configurable: true,
    enumerable: false,
  });
}

export function isInBody(): boolean {
  return storage.getStore() !== undefined;
}

/** Runs a body once. What it has started and does not wait for is run to its end before this is over. */
export function runBody(body: Body, asked: Asked): Promise<Ran> {
  return new Run(asked).start(body);
}

type Phase = "body" | "afterwards" | "closing" | "ended";

class Run implements Held {
  plan: Plan;
  readonly keepsAlive = true;
  awaitsAll = true;
  readonly log = new Memory();
  readonly #timeout: number;
  readonly #stuck = watchForStuck();
  readonly #release: () => void;
  #phase: Phase = "body";
  #failure: Ran["failure"];
  #quiet: NodeJS.Timeout | undefined;
  #later: NodeJS.Immediate | undefined;
  #resolve: (ran: Ran) => void = () => {};

  constructor({ schedule, policy, limit, timeout }: Asked) {
    this.plan = parsePlan(planText({ schedule, policy, limit }));
    this.#timeout = timeout;
    this.#release = catchUnhandled(() => storage.getStore() !== undefined, this.onError);
  }

  start(body: Body): Promise<Ran> {
    return new Promise((resolve) => {
      this.#resolve = resolve;
      current = this;
      openGate(this);
      const running = storage.run(this, () => new Promise((settle) => settle(body())));
      running.then(
        () => this.#over(undefined),
        (error: unknown) => this.#over({ error }),
      );
      wake();
    });
  }

  readonly onError = (error: unknown): void => {
    if (!storage.getStore() || storage.getStore() === this) this.#over({ error });
  };

  readonly onLimit = (): void => {
    if (this.#phase === "body") this.#failure = { error: new Endless(this.plan.limit) };
    this.#end();
  };

  readonly onRest = (): void => {
    if (this.#phase === "body" || (this.#phase === "afterwards" && clock.outside > 0)) this.#waitForOthers();
    // The pump has to come to its end first.
    else this.#later ??= real.setImmediate(() => this.#goOn());
  };

  #goOn(): void {
    this.#later = undefined;
    if (this.#phase === "afterwards") this.#closeConnections();
    else this.#end();
  }

  #over(failure: Ran["failure"]): void {
    if (this.#phase === "closing" || this.#phase === "ended") return;
    this.#failure ??= failure;
    if (this.#phase !== "body") return;
    this.#phase = "afterwards";
    this.awaitsAll = false;
    this.plan = { ...this.plan, limit: gate.steps + afterwards };
    if (this.#quiet !== undefined) real.clearTimeout(this.#quiet);
    wake();
  }

  /** Something that is not controlled may still go on. */
  #waitForOthers(): void {
    const { steps } = gate;
    const look = () => {
      if (steps !== gate.steps || gate.underWay > 0 || this.#phase === "ended") return;
      if (this.#phase !== "body") return this.#closeConnections();
      const waits = waitingSockets();
      for (const each of waits) this.log.add(`${waitEntry(each)}\n`);
      this.#over({ error: new Hang(waits) });
    };
    if (this.#quiet !== undefined) real.clearTimeout(this.#quiet);
    this.#quiet = real.setTimeout(look, this.#timeout);
  }

  /** Connections and servers that are left would be there in the next run. */
  #closeConnections(): void {
    this.#phase = "closing";
    storage.run(this, closeConnections);
    wake();
  }

  #end(): void {
    if (this.#phase === "ended") return;
    this.#phase = "ended";
    if (this.#quiet !== undefined) real.clearTimeout(this.#quiet);
    clearInterval(this.#stuck);
    this.#release();
    current = undefined;
    closeGate();
    this.#resolve({ failure: this.#failure, realised: parseLog(this.log.text) });
  }
}

class Memory {
  text = "";
  add(line: string): void {
    this.text += line;
  }
  settle(): void {}
}

/** The body waits for what will never come. */
export class Hang extends Error {
  override readonly name = "Hang";
  constructor(waits: readonly LaneWait[]) {
    const sockets = waits.map(({ kind, where }) => `\n  ${kind} ${where}`).join("");
    super(
      `The body never ends: it waits, and nothing is left to run.${sockets === "" ? "" : ` Still open:${sockets}`}`,
    );
  }
}

class Endless extends Error {
  override readonly name = "Endless";
  constructor(limit: number) {
    super(`The body still runs after ${limit} events.`);
  }
}
