import { firstDifference, type ScheduleLog } from "../../../../runtimes/protocol/schedule-log.ts";
import type { Schedule } from "../../../../runtimes/protocol/schedule-plan.ts";
import type { SchedulePolicy } from "../../../../runtimes/protocol/schedule-policy.ts";
import {
  type Asked,
  type Body,
  Hang,
  type Ran,
  runBody,
} from "../../../../runtimes/schedule-events/in-process/run-body.ts";
import { real } from "../../../../runtimes/schedule-events/real.ts";
import { callers } from "../../../../runtimes/schedule-events/where.ts";
import { portfolio } from "../portfolio.ts";
import { identityOf, shownError } from "./failure.ts";
import { isolate, orderOf, type RunInOrder, shortest } from "./orders.ts";
import type { Found } from "./tell.ts";

export interface Limits {
  /** At most so many schedules are tried before one is found that comes out otherwise. */
  readonly schedules: number;
  readonly seed: number;
  readonly timeout: number;
  readonly limit: number;
}

/** What came of all the runs. */
export interface Explored {
  /** How many schedules were tried. */
  readonly schedules: number;
  /** How many different orders of events that made. */
  readonly orders: number;
  /** What the body uses that is not controlled. */
  readonly uncontrolled: readonly string[];
}

/** Once a hang is known to be one, so many milliseconds are enough to know it again. */
const knownHang = 100;

/** Runs a body by ever other schedules; where one fails, what makes it fail. */
export async function exploreBody(body: Body, limits: Limits): Promise<Explored | Found> {
  const search = new Exploration(body, limits);
  const first = await search.first();
  const usual = await search.run([]);
  if (outcomeOf(first) !== outcomeOf(usual)) return search.unsteady(first, usual);
  const other = await search.tryOthers(usual);
  if (other === undefined) return usual.failure === undefined ? search.explored() : search.always(usual);
  return usual.failure === undefined ? search.between(usual, other) : search.between(other, usual);
}

/** Runs a body once, by a schedule. */
export async function replayBody(body: Body, order: readonly string[], limits: Limits): Promise<Explored | Found> {
  const search = new Exploration(body, limits);
  const ran = await search.run(order);
  if (ran.failure === undefined) return search.explored();
  return search.found(ran, { schedule: order.join(" ") });
}

class Exploration {
  readonly #body: Body;
  readonly #limits: Limits;
  readonly #orders = new Set<string>();
  readonly #uncontrolled = new Set<string>();
  #hangs = false;
  #tried = 0;

  constructor(body: Body, limits: Limits) {
    this.#body = body;
    this.#limits = limits;
  }

  /** What is made at the first use of something is there in the second run, as in all others: the first one is none of them. */
  async first(): Promise<Ran> {
    const ran = await this.run([]);
    this.#orders.clear();
    return ran;
  }

  readonly run: RunInOrder = (order) => this.#run(order.map((lane) => ({ lane, count: 1 })));

  async #run(schedule: Schedule, policy: SchedulePolicy = { name: "default" }): Promise<Ran> {
    const { limit, timeout } = this.#limits;
    const asked: Asked = { schedule, policy, limit, timeout: this.#hangs ? Math.min(knownHang, timeout) : timeout };
    const ran = await runBody(this.#body, asked);
    if (ran.failure?.error instanceof Hang) this.#hangs = true;
    this.#orders.add(orderOf(ran.realised).join(" "));
    for (const each of ran.realised.uncontrolled) this.#uncontrolled.add(each);
    return ran;
  }

  /** A run for people to look at. */
  async #shown(order: readonly string[]): Promise<Ran> {
    callers.told = true;
    try {
      return await this.run(order);
    } finally {
      callers.told = false;
    }
  }

  /** The first run that comes out otherwise. */
  async tryOthers(usual: Ran): Promise<Ran | undefined> {
    const { schedules, seed } = this.#limits;
    this.#tried = 1;
    for (const policy of portfolio(seed, usual.realised.runs.length, "events")) {
      if (this.#tried >= schedules) return undefined;
      this.#tried++;
      const ran = await this.#run([], policy);
      if ((ran.failure === undefined) !== (usual.failure === undefined)) return ran;
      // The loop of the test runner gets its turn.
      await new Promise((resolve) => real.setImmediate(resolve));
    }
    return undefined;
  }

  explored(): Explored {
    return { schedules: Math.max(1, this.#tried), orders: this.#orders.size, uncontrolled: [...this.#uncontrolled] };
  }

  found({ failure, realised }: Ran, more: Partial<Found> = {}): Found {
    const schedule = orderOf(realised).join(" ");
    return { error: failure!.error, failing: realised, tried: Math.max(1, this.#tried), schedule, ...more };
  }

  always(usual: Ran): Found {
    return this.found(usual, { schedule: "", but: "no order was found in which it passes." });
  }

  unsteady(first: Ran, second: Ran): Found {
    const [failing, how] = first.failure ? [first, "then passed"] : [second, "passed before"];
    const but =
      first.failure && second.failure
        ? `then, in the same order, with ${shownError(second.failure.error)}.`
        : `it ${how} in the same order.`;
    return this.found(failing, { but: `${but} Does the body share state between its runs?` });
  }

  /** Isolates what makes the difference. */
  async between(passing: Ran, failing: Ran): Promise<Found> {
    const identity = identityOf(failing.failure!.error);
    const judge = ({ failure }: Ran) => {
      if (failure === undefined) return "pass";
      return identityOf(failure.error) === identity ? "fail" : "unresolved";
    };
    const orders = { failing: orderOf(failing.realised), passing: orderOf(passing.realised) };
    const again = await this.run(orders.failing);
    if (judge(again) !== "fail") return this.found(failing, { but: notAgain(failing.realised, again.realised) });
    const decisive = await isolate(this.run, { ...orders, judge });
    const least = await this.#shown(decisive?.failing ?? orders.failing);
    const neighbour = await this.#shown(decisive?.passing ?? orders.passing);
    if (!decisive || judge(least) !== "fail" || judge(neighbour) !== "pass") {
      return this.found(again, {
        but: "in which order, its events do not say: something that is not controlled does.",
      });
    }
    const schedule = (await shortest(this.run, orderOf(least.realised))).join(" ");
    return this.found(least, { passing: neighbour.realised, decisive, schedule });
  }
}

function outcomeOf({ failure }: Ran): string {
  return failure === undefined ? "" : identityOf(failure.error);
}

function notAgain(a: ScheduleLog, b: ScheduleLog): string {
  const difference = firstDifference(a, b);
  const shown = (ran: { where: string } | undefined) => ran?.where ?? "nothing";
  const where = difference ? ` At event ${difference.number} ${shown(difference.a)}, then ${shown(difference.b)}.` : "";
  return `in the same order once more it does not: something decides that is not controlled.${where}`;
}
