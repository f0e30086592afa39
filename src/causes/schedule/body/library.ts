import { type Body, isInBody, putGateInPlace } from "../../../../runtimes/schedule-events/in-process/run-body.ts";
import { type Explored, exploreBody, type Limits, replayBody } from "./explore.ts";
import { type Found, tell } from "./tell.ts";

export interface ExploreOptions {
  /** At most so many schedules are tried: 100 if not given. */
  readonly schedules?: number;
  /** Another one tries other schedules: 1 if not given. */
  readonly seed?: number;
  /** A run in which nothing happens for so many real milliseconds hangs: 1000 if not given. */
  readonly timeout?: number;
  /** A run of more events is a failure: 10,000 if not given. */
  readonly limit?: number;
  /** Run by this schedule only, as an error has told it. */
  readonly replay?: string;
}

/** The body fails in some order of events: the message says in which. What the body threw is the `cause`. */
export class ScheduleError extends Error {
  override readonly name = "ScheduleError";
  /** For the option `replay`. */
  readonly schedule: string;

  constructor(found: Found, stack: string) {
    super(tell(found), { cause: found.error });
    this.schedule = found.schedule;
    this.stack = `${this.name}: ${this.message}${stack}`;
  }
}

/**
 * Runs an asynchronous body by many schedules, in this process: timers, file operations, streams and connections within the process
 * come in ever other orders, on a virtual clock. Resolves if it passes in all of them; otherwise rejects with the two events whose
 * order decides. The body has to make its own state anew in each run. One body runs at a time.
 */
export async function explore(body: Body, options: ExploreOptions = {}): Promise<Explored> {
  const stack = stackBelow(explore);
  const limits = limitsOf(options);
  const order = options.replay?.split(/\s+/).filter((word) => word !== "");
  // The whole process is scheduled from outside already.
  if (isControlled) {
    await body();
    return { schedules: 1, orders: 1, uncontrolled: [] };
  }
  refuseFakeTimers();
  if (isInBody()) throw new Error("explore cannot be called in a body that is explored.");
  const found = await inTurn(() => (order ? replayBody(body, order, limits) : exploreBody(body, limits)));
  if ("failing" in found) throw new ScheduleError(found, stack);
  return found;
}

const isControlled = process.env.CULPRIT_INSIDE !== undefined;
if (!isControlled) putGateInPlace();

function limitsOf({ schedules = 100, seed = 1, timeout = 1000, limit = 10_000 }: ExploreOptions): Limits {
  const limits = { schedules, seed, timeout, limit };
  for (const [name, value] of Object.entries(limits)) {
    if (!Number.isInteger(value) || value < 1)
      throw new TypeError(`explore: ${name} has to be a whole number from 1 on, not ${String(value)}.`);
  }
  return limits;
}

function stackBelow(above: typeof explore): string {
  const holder = { stack: "" };
  Error.captureStackTrace(holder, above);
  const at = holder.stack.indexOf("\n    at ");
  return at === -1 ? "" : holder.stack.slice(at);
}

function refuseFakeTimers(): void {
  if (!("clock" in globalThis.setTimeout) && !("isFake" in globalThis.Date)) return;
  throw new Error(
    "explore: fake timers are in use, and time stands still under them. Switch to real ones first " +
      "(vi.useRealTimers(), jest.useRealTimers()): in the body time is virtual anyway.",
  );
}

let turn: Promise<unknown> = Promise.resolve();

/** One after the other. */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const mine = turn.then(work);
  turn = mine.catch(() => {});
  return mine;
}
