import { runStage } from "../../run/stage.ts";
import { between, type Neighbours } from "../../search/between.ts";
import type { Explored } from "./explore.ts";
import { OrderPath } from "./order-path.ts";
import type { Schedule } from "./schedule.ts";
import { planOf, type Task, worldOf } from "./task.ts";

/** Two events whose order decides. */
export interface Decisive {
  /** Fails where this one comes before the other one. */
  readonly first: string;
  readonly second: string;
  readonly failing: Schedule;
  readonly passing: Schedule;
  /** They are neighbours in both orders: nothing else differs. */
  readonly complete: boolean;
  readonly total: number;
}

/** Isolates the two events whose order makes the difference between a run that passes and one that fails. */
export async function isolateOrder(task: Task, { failing, passing }: Explored): Promise<Decisive> {
  const { run, listener, steps, stages } = task;
  const path = new OrderPath(
    passing.map(({ lane }) => lane),
    failing.map(({ lane }) => lane),
  );
  const scheduleAt = (swaps: number): Schedule => path.at(swaps).map((lane) => ({ lane, count: 1 }));
  const end = await runStage<number, Neighbours>(
    run,
    {
      search: between(0, path.length),
      key: String,
      world: (swaps) => worldOf(task, planOf(task, scheduleAt(swaps))),
      shown: (swaps) => ({ stage: "order", set: `after ${swaps} swaps`, size: swaps }),
      total: path.length,
      unit: "swaps",
      sizes: (ends) => ({ failing: ends.failing, passing: ends.passing }),
      start: { failing: path.length, passing: 0 },
    },
    { onStep: (row) => steps.push(row), onProgress: listener.onProgress },
  );
  const ends = end.result ?? { passing: 0, failing: path.length };
  const left = ends.failing - ends.passing;
  stages.push({ name: "order", search: "between", deltas: { total: path.length, cause: left }, needed: end.needed });
  return {
    ...path.swap(ends.failing - 1),
    failing: scheduleAt(ends.failing),
    passing: scheduleAt(ends.passing),
    complete: end.complete && left === 1,
    total: path.length,
  };
}
