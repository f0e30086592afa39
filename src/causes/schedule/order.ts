import type { Schedule } from "../../../runtimes/protocol/schedule-plan.ts";
import { ask, done, type Search } from "../../core/search.ts";
import { runStage } from "../../run/stage.ts";
import { type Boundary, boundary } from "../../search/boundary.ts";
import type { OrderPath, Swap } from "./order-path.ts";
import { planOf, type ScheduleTask, worldOf } from "./task.ts";

/** Two orders of events, as near to each other as could be found. */
export interface Orders {
  /** What is exchanged on the way from the one that passes to the one that fails. */
  readonly swaps: readonly Swap[];
  readonly failing: Schedule;
  readonly passing: Schedule;
  /** The search came to its end. */
  readonly complete: boolean;
  readonly total: number;
}

/** Isolates the two events whose order makes the difference between a run that passes and one that fails. */
export async function isolateOrder(task: ScheduleTask, path: OrderPath): Promise<Orders> {
  const end = await runStage<number, Boundary>(task.run, {
    search: boundary({ passing: 0, failing: path.length }, { unresolved: "skip" }),
    key: String,
    world: (swaps) => worldOf(task, planOf(task, orderAt(path, swaps))),
    shown: (swaps) => ({ stage: "order", set: `after ${swaps} swaps`, size: swaps }),
    total: path.length,
    unit: "swaps",
    sizes: (ends) => ({ failing: ends.failing, passing: ends.passing }),
    start: { failing: path.length, passing: 0 },
    summary: { name: "order", search: "boundary" },
  });
  const { passing, failing } = end.result ?? { passing: 0, failing: path.length };
  const deltas = { total: path.length, cause: failing - passing };
  const found = { failing: orderAt(path, failing), passing: orderAt(path, passing) };
  return {
    swaps: Array.from({ length: deltas.cause }, (_, i) => path.swap(passing + i)),
    ...(end.complete && deltas.cause === 1 ? await withoutTail(task, found) : found),
    complete: end.complete,
    total: path.length,
  };
}

/** The order of events after so many swaps. */
export function orderAt(path: OrderPath, swaps: number): Schedule {
  return path.at(swaps).map((lane) => ({ lane, count: 1 }));
}

type Pair = Readonly<Record<"failing" | "passing", Schedule>>;

/** What comes after the two events that decide can mostly be left to itself: then there is less to read. */
async function withoutTail(task: ScheduleTask, orders: Pair): Promise<Pair> {
  const decided = orders.failing.findLastIndex(({ lane }, i) => lane !== orders.passing[i]!.lane) + 1;
  const shorter = { failing: orders.failing.slice(0, decided), passing: orders.passing.slice(0, decided) };
  const { length } = orders.failing;
  if (decided === length) return orders;
  const end = await runStage<keyof Pair, boolean>(task.run, {
    search: bothAreAsBefore,
    key: String,
    world: (which) => worldOf(task, planOf(task, shorter[which])),
    shown: (which) => ({ stage: "rest", set: `${which}, without the rest`, size: decided }),
    total: length,
    unit: "events",
    sizes: (both) => ({ failing: both ? decided : length }),
    start: { failing: length },
    summary: { name: "rest", search: "once" },
  });
  return end.result === true ? shorter : orders;
}

const bothAreAsBefore: Search<keyof Pair, boolean> = ask<keyof Pair, boolean>("failing", undefined, (failing) =>
  failing === "fail"
    ? ask<keyof Pair, boolean>("passing", undefined, (passing) => done(passing === "pass"))
    : done(false),
);
