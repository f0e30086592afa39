import { firstDifference, type LaneRun, type ScheduleLog } from "../../../../runtimes/protocol/schedule-log.ts";
import type { SchedulePolicy } from "../../../../runtimes/protocol/schedule-policy.ts";
import { Hang, OutOfTime } from "../../../../runtimes/schedule-events/test-body/body-errors.ts";
import {
  type Body,
  type BodyRun,
  realNow,
  runBody,
  yieldToLoop,
} from "../../../../runtimes/schedule-events/test-body/run-body.ts";
import { portfolio } from "../portfolio.ts";
import { errorLine, identityOf } from "./error-identity.ts";
import { isolateSwaps, orderOf, type RunInOrder, shortenOrder } from "./event-orders.ts";
import type { BodyFailure } from "./failure-text.ts";

export interface ExploreLimits {
  /** Maximum number of schedules to try until the outcome changes. */
  readonly schedules: number;
  readonly seed: number;
  /** If nothing happens for this many real milliseconds, the body hangs. */
  readonly timeout: number;
  /** Maximum number of events in one run. */
  readonly limit: number;
  /** The real milliseconds that all runs together may take, and when they began. */
  readonly budget: number;
  readonly start: number;
}

/** What exploring a body that passes came to. */
export interface Explored {
  /** The number of schedules that were tried. */
  readonly schedules: number;
  /** False if the budget ended before all schedules were tried. */
  readonly complete: boolean;
  /** The number of different orders of events in these runs. */
  readonly orders: number;
  /** What the body uses that is not controlled. */
  readonly uncontrolled: readonly string[];
}

/** Once the body is known to hang, a run that does nothing for this many milliseconds hangs, too. */
const knownHangTimeout = 100;

/** Thrown if the budget is over; with the run that it ended, if there is one. */
export class BudgetEnd extends Error {
  readonly run: BodyRun | undefined;
  constructor(run?: BodyRun) {
    super("the budget is over");
    this.run = run;
  }
}

interface RunSettings {
  readonly order?: readonly string[];
  readonly policy?: SchedulePolicy;
  readonly showCallers?: boolean;
}

/** The runs of a body, and what they came to. */
export class Exploration {
  readonly #body: Body;
  readonly #limits: ExploreLimits;
  readonly #orders = new Set<string>();
  readonly #uncontrolled = new Set<string>();
  #hangs = false;
  #tried = 0;
  #isOver = false;

  constructor(body: Body, limits: ExploreLimits) {
    this.#body = body;
    this.#limits = limits;
  }

  /** A run that does not count: things that are created at their first use exist in all later runs, but not in the first. */
  async warmUp(): Promise<BodyRun> {
    const run = await this.run([]);
    this.#orders.clear();
    return run;
  }

  readonly run: RunInOrder = (order) => this.#run({ order });

  /** Does something that runs the body, unless the budget ends meanwhile. */
  async inTime<T>(work: () => Promise<T>): Promise<T | BudgetEnd> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof BudgetEnd)) throw error;
      this.#isOver = true;
      return error;
    }
  }

  #timeLeft(): number {
    const { start, budget } = this.#limits;
    return start + budget - realNow();
  }

  async #run({ order = [], policy = { name: "default" }, showCallers = false }: RunSettings): Promise<BodyRun> {
    const { limit } = this.#limits;
    const schedule = order.map((lane) => ({ lane, count: 1 }));
    const timeout = this.#hangs ? Math.min(knownHangTimeout, this.#limits.timeout) : this.#limits.timeout;
    const timeLeft = this.#timeLeft();
    if (timeLeft <= 0) throw new BudgetEnd();
    const run = await runBody(this.#body, { schedule, policy, limit, timeout, timeLeft, showCallers });
    if (run.failure?.error instanceof OutOfTime) throw new BudgetEnd(run);
    if (run.failure?.error instanceof Hang) this.#hangs = true;
    this.#orders.add(orderOf(run.log).join(" "));
    for (const each of run.log.uncontrolled) this.#uncontrolled.add(each);
    return run;
  }

  /** A run whose log is for people. */
  #runForPeople(order: readonly string[]): Promise<BodyRun> {
    return this.#run({ order, showCallers: true });
  }

  /** The first run that passes where the default one fails, or fails where that passes. */
  async findOther(byDefault: BodyRun): Promise<BodyRun | undefined> {
    const { schedules, seed } = this.#limits;
    this.#tried = 1;
    for (const policy of portfolio(seed, { steps: byDefault.log.runs.length, syncs: 0 }, "events")) {
      if (this.#tried >= schedules) return undefined;
      const run = await this.inTime(() => this.#run({ policy }));
      if (run instanceof BudgetEnd) return undefined;
      this.#tried++;
      if ((run.failure === undefined) !== (byDefault.failure === undefined)) return run;
      await yieldToLoop();
    }
    return undefined;
  }

  passed(): Explored {
    return {
      schedules: Math.max(1, this.#tried),
      complete: !this.#isOver,
      orders: Math.max(1, this.#orders.size),
      uncontrolled: [...this.#uncontrolled],
    };
  }

  failed({ failure, log }: BodyRun, more: Partial<BodyFailure> = {}): BodyFailure {
    const schedule = orderOf(log).join(" ");
    const budget = this.#isOver ? this.#limits.budget : undefined;
    return { error: failure!.error, failing: log, tried: Math.max(1, this.#tried), schedule, budget, ...more };
  }

  /** Not even the first run came to its end. */
  notEnded({ run }: BudgetEnd): BodyFailure {
    const { budget } = this.#limits;
    if (run) return this.failed(run, { reason: `It had not ended after ${budget} ms.` });
    throw new Error(
      `explore: the body was not run, because other explorations took all of the ${budget} ms of its budget. ` +
        "Bodies run one at a time: let the tests run one after the other, or set { budget: MS }.",
    );
  }

  alwaysFailed(byDefault: BodyRun): BodyFailure {
    return this.failed(byDefault, { schedule: "", reason: "It fails in every order that was tried." });
  }

  flaky(first: BodyRun, second: BodyRun): BodyFailure {
    const reason = `${flakyText(first, second)} Does the body share state between its runs?`;
    return this.failed(first.failure ? first : second, { reason });
  }

  /** Finds the order of events that decides whether the body passes or fails. */
  async isolate(passing: BodyRun, failing: BodyRun): Promise<BodyFailure> {
    const found = await this.inTime(() => this.#findDecisive(passing, failing));
    if (!(found instanceof BudgetEnd)) return found;
    return this.failed(failing, {
      reason: "It fails in this order, and passes in another one. There was no time to find out which events decide.",
    });
  }

  async #findDecisive(passing: BodyRun, failing: BodyRun): Promise<BodyFailure> {
    const identity = identityOf(failing.failure!.error);
    const judge = ({ failure }: BodyRun) => {
      if (failure === undefined) return "pass";
      return identityOf(failure.error) === identity ? "fail" : "unresolved";
    };
    const orders = { failing: orderOf(failing.log), passing: orderOf(passing.log) };
    const again = await this.run(orders.failing);
    if (judge(again) !== "fail") return this.failed(failing, { reason: notAgainText(failing.log, again.log) });
    const decisive = await isolateSwaps(this.run, { ...orders, judge });
    const leastFailing = await this.#runForPeople(decisive?.failing ?? orders.failing);
    const neighbour = await this.#runForPeople(decisive?.passing ?? orders.passing);
    if (!decisive || judge(leastFailing) !== "fail" || judge(neighbour) !== "pass") {
      return this.failed(again, {
        reason: "It fails, but the order of its events does not decide that: something that is not controlled does.",
      });
    }
    const schedule = await this.#shorten(orderOf(leastFailing.log));
    return this.failed(leastFailing, {
      passing: neighbour.log,
      decisive,
      schedule: schedule.join(" "),
      budget: undefined,
    });
  }

  /** A shorter list for the same order; the order itself if there is no time for that. */
  async #shorten(order: readonly string[]): Promise<readonly string[]> {
    const short = await this.inTime(() => shortenOrder(this.run, order, () => this.#timeLeft() > 0));
    return short instanceof BudgetEnd ? order : short;
  }
}

function flakyText(first: BodyRun, second: BodyRun): string {
  if (!first.failure) return "It passed, then failed in the same order.";
  if (!second.failure) return "It failed, then passed in the same order.";
  return `It failed, then failed in another way in the same order: ${errorLine(second.failure.error)}.`;
}

function notAgainText(first: ScheduleLog, second: ScheduleLog): string {
  const difference = firstDifference(first, second);
  const text = (event: LaneRun | undefined) => event?.where ?? "nothing";
  const where = difference ? ` Event ${difference.number} was ${text(difference.a)}, then ${text(difference.b)}.` : "";
  return `It failed, but not again in the same order: something that is not controlled decides.${where}`;
}
