import {
  type Body,
  controlBodies,
  isInBody,
  realNow,
} from "../../../../runtimes/schedule-events/test-body/run-body.ts";
import type { Explored, ExploreLimits } from "./exploration.ts";
import { exploreBody, replayBody } from "./explore-body.ts";
import { type BodyFailure, failureText, moreTime } from "./failure-text.ts";

export interface ExploreOptions {
  /** Maximum number of schedules to try; 100 by default. */
  readonly schedules?: number;
  /** A different seed tries different schedules; 1 by default. */
  readonly seed?: number;
  /** A run in which nothing happens for this many real milliseconds hangs, and fails; 1000 by default. */
  readonly timeout?: number;
  /** A run with more events than this fails; 10,000 by default. */
  readonly limit?: number;
  /**
   * Maximum time for all runs together, in real milliseconds; 4000 by default, since test runners end a test after 5 s. If it is
   * over and nothing has failed, `complete` of the result is false.
   */
  readonly budget?: number;
  /** Run only this schedule: the one from an error message. */
  readonly replay?: string;
}

/** The body fails in some order of events, which the message shows. What the body threw is the `cause`. */
export class ScheduleError extends Error {
  override readonly name = "ScheduleError";
  /** For the option `replay`. */
  readonly schedule: string;

  constructor(failure: BodyFailure, stack: string) {
    super(failureText(failure), { cause: failure.error });
    this.schedule = failure.schedule;
    this.stack = `${this.name}: ${this.message}${stack}`;
  }
}

/**
 * Runs an asynchronous body under many schedules in this process: timers, file operations, streams and connections within the
 * process come in a different order each time, by a virtual clock. Resolves if the body passes in all of them; otherwise rejects
 * with the two events whose order decides. The body must create its own state in each run. One body runs at a time.
 */
export async function explore(body: Body, options: ExploreOptions = {}): Promise<Explored> {
  const stack = stackBelow(explore);
  const limits = limitsOf(options);
  const order = options.replay?.split(/\s+/).filter((word) => word !== "");
  // The whole process is scheduled already.
  if (isControlled) {
    await body();
    return { schedules: 1, complete: true, orders: 1, uncontrolled: [] };
  }
  refuseFakeTimers();
  if (isInBody()) throw new Error("explore cannot be called inside a body that it runs.");
  const result = await inTurn(() => (order ? replayBody(body, order, limits) : exploreBody(body, limits)));
  if ("failing" in result) throw new ScheduleError(result, stack);
  if (!result.complete && options.budget === undefined) warnOfBudget(result, limits);
  return result;
}

/** Nobody who did not set a budget expects that it ends the search. */
function warnOfBudget({ schedules: tried }: Explored, { schedules, budget }: ExploreLimits): void {
  console.warn(
    `explore: all of ${tried} schedules passed, but the budget of ${budget} ms ended before ${schedules} were tried. ${moreTime} ` +
      `{ schedules: ${tried} } asks for fewer.`,
  );
}

const isControlled = process.env.CULPRIT_INSIDE !== undefined;
if (!isControlled) controlBodies();

/** Below the time limits of vitest and jest, which are 5 s. */
const defaultBudget = 4000;

function limitsOf(options: ExploreOptions): ExploreLimits {
  const { schedules = 100, seed = 1, timeout = 1000, limit = 10_000, budget = defaultBudget } = options;
  const limits = { schedules, seed, timeout, limit, budget };
  for (const [name, value] of Object.entries(limits)) {
    if (!Number.isInteger(value) || value < 1)
      throw new TypeError(`explore: ${name} must be a positive integer, not ${String(value)}.`);
  }
  return { ...limits, start: realNow() };
}

function stackBelow(callee: typeof explore): string {
  const holder = { stack: "" };
  Error.captureStackTrace(holder, callee);
  const at = holder.stack.indexOf("\n    at ");
  return at === -1 ? "" : holder.stack.slice(at);
}

function refuseFakeTimers(): void {
  if (!("clock" in globalThis.setTimeout) && !("isFake" in globalThis.Date)) return;
  throw new Error(
    "explore: fake timers are in use, so time would stand still. Use real ones " +
      "(vi.useRealTimers(), jest.useRealTimers()): time in the body is virtual anyway.",
  );
}

let turn: Promise<unknown> = Promise.resolve();

/** Runs one piece of work after another. */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const mine = turn.then(work);
  turn = mine.catch(() => {});
  return mine;
}
