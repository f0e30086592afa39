import type { Schedule } from "../../../../runtimes/protocol/schedule-plan.ts";
import { ask, done, type Search } from "../../../core/search.ts";
import type { SearchEnd } from "../../../run/investigate.ts";
import { runStage } from "../../../run/stage/stage.ts";
import { type Boundary, boundary } from "../../../search/boundary.ts";
import type { OrderPath, Swap } from "../../../search/order-path.ts";
import { type ControlledProgram, type SchedulePair, scheduleWorld } from "../control/controlled-program.ts";

/** Two orders of events that differ as little as could be found. */
export interface NearestOrders extends SchedulePair {
  /** The swaps that turn the passing order into the failing one. */
  readonly swaps: readonly Swap[];
  /** The number of swaps before the search. */
  readonly total: number;
}

/** Isolates the two events whose order makes the difference between a run that passes and one that fails. */
export async function isolateOrder(program: ControlledProgram, path: OrderPath): Promise<SearchEnd<NearestOrders>> {
  const whole = { passing: 0, failing: path.length };
  const end = await runStage<number, Boundary>(program.run, {
    search: boundary(whole, { unresolved: "skip" }),
    key: String,
    world: (swaps) => scheduleWorld(program, orderAt(path, swaps)),
    shown: (swaps) => ({ stage: "order", set: `after ${swaps} swaps`, size: swaps }),
    total: path.length,
    unit: "swaps",
    sizes: (ends) => ends,
    start: whole,
    summary: { name: "order", search: "boundary" },
    logging: { details: () => ({ kind: "swaps", from: path.at(0), to: path.at(path.length) }) },
  });
  const { passing, failing } = end.result ?? whole;
  const swaps = Array.from({ length: failing - passing }, (_, i) => path.swap(passing + i));
  const orders = { failing: orderAt(path, failing), passing: orderAt(path, passing) };
  const isSingle = swaps.length === 1;
  const shown = end.complete && isSingle ? await shortenOrders(program, orders) : orders;
  return {
    result: { ...shown, swaps, total: path.length },
    complete: end.complete,
    minimal: isSingle,
    searches: [],
  };
}

/** The order of events after the first `swaps` swaps of a path. */
export function orderAt(path: OrderPath, swaps: number): Schedule {
  return path.at(swaps).map((lane) => ({ lane, count: 1 }));
}

/**
 * Ends both orders after the two events that decide, if that does not change the outcomes: the order of later events is mostly
 * the default one anyway, and there is less to read.
 */
async function shortenOrders(program: ControlledProgram, orders: SchedulePair): Promise<SchedulePair> {
  const decided = orders.failing.findLastIndex(({ lane }, i) => lane !== orders.passing[i]!.lane) + 1;
  const { length } = orders.failing;
  if (decided === length) return orders;
  const shorter = { failing: orders.failing.slice(0, decided), passing: orders.passing.slice(0, decided) };
  const end = await runStage<keyof SchedulePair, boolean>(program.run, {
    search: outcomesAreKept,
    key: String,
    world: (which) => scheduleWorld(program, shorter[which]),
    shown: (which) => ({ stage: "rest", set: `${which}, without the rest`, size: decided }),
    total: length,
    unit: "events",
    sizes: (kept) => ({ failing: kept ? decided : length }),
    start: { failing: length },
    summary: { name: "rest", search: "once" },
  });
  return end.result === true ? shorter : orders;
}

const outcomesAreKept: Search<keyof SchedulePair, boolean> = ask<keyof SchedulePair, boolean>(
  "failing",
  undefined,
  (failing) =>
    failing === "fail"
      ? ask<keyof SchedulePair, boolean>("passing", undefined, (passing) => done(passing === "pass"))
      : done(false),
);
