import type { Body, BodyRun } from "../../../../runtimes/schedule-events/test-body/run-body.ts";
import { identityOf } from "./error-identity.ts";
import { BudgetEnd, Exploration, type Explored, type ExploreLimits } from "./exploration.ts";
import type { BodyFailure } from "./failure-text.ts";

/** Runs a body under a different schedule each time. If a run fails, finds out what makes it fail. */
export async function exploreBody(body: Body, limits: ExploreLimits): Promise<Explored | BodyFailure> {
  const search = new Exploration(body, limits);
  const first = await search.inTime(() => search.warmUp());
  if (first instanceof BudgetEnd) return search.notEnded(first);
  const byDefault = await search.inTime(() => search.run([]));
  if (byDefault instanceof BudgetEnd) return first.failure === undefined ? search.passed() : search.failed(first);
  if (outcomeOf(first) !== outcomeOf(byDefault)) return search.flaky(first, byDefault);
  const other = await search.findOther(byDefault);
  if (other === undefined) return byDefault.failure === undefined ? search.passed() : search.alwaysFailed(byDefault);
  return byDefault.failure === undefined ? search.isolate(byDefault, other) : search.isolate(other, byDefault);
}

/** Runs a body once, in an order. */
export async function replayBody(
  body: Body,
  order: readonly string[],
  limits: ExploreLimits,
): Promise<Explored | BodyFailure> {
  const search = new Exploration(body, limits);
  const run = await search.inTime(() => search.run(order));
  if (run instanceof BudgetEnd) return search.notEnded(run);
  if (run.failure === undefined) return search.passed();
  return search.failed(run, { schedule: order.join(" ") });
}

function outcomeOf({ failure }: BodyRun): string {
  return failure === undefined ? "" : identityOf(failure.error);
}
