import type { ScheduleLog } from "../../../../runtimes/protocol/schedule-log.ts";
import type { Ran } from "../../../../runtimes/schedule-events/in-process/run-body.ts";
import { DeltaSet } from "../../../core/delta-set.ts";
import type { Outcome } from "../../../core/outcome.ts";
import { bestOf } from "../../../core/search.ts";
import { sequential } from "../../../drive/sequential.ts";
import { boundary } from "../../../search/boundary.ts";
import { ddmin } from "../../../search/ddmin.ts";
import { OrderPath, type Swap } from "../order-path.ts";

/** Runs the body in an order, given as far as it matters. */
export type RunInOrder = (order: readonly string[]) => Promise<Ran>;

export function orderOf({ runs }: ScheduleLog): string[] {
  return runs.map(({ lane }) => lane);
}

/** What decides, and the two orders that differ in nothing else. */
export interface Decisive {
  /** All that is exchanged on the way from the passing order to the failing one: one swap, unless those between fail otherwise. */
  readonly swaps: readonly Swap[];
  readonly failing: readonly string[];
  readonly passing: readonly string[];
}

interface Ends {
  readonly failing: readonly string[];
  readonly passing: readonly string[];
  readonly judge: (ran: Ran) => Outcome;
}

/** Undefined where both are the same order: something else decides. */
export async function isolate(run: RunInOrder, { failing, passing, judge }: Ends): Promise<Decisive | undefined> {
  const path = new OrderPath(passing, failing);
  if (path.length === 0) return undefined;
  const search = await sequential({
    search: boundary({ passing: 0, failing: path.length }, { unresolved: "skip" }),
    key: String,
    trial: async (swaps) => ({ outcome: judge(await run(path.at(swaps))) }),
  });
  const ends = bestOf(search) ?? { failing: path.length, passing: 0 };
  const swaps = Array.from({ length: ends.failing - ends.passing }, (_, i) => path.swap(ends.passing + i));
  return { swaps, failing: path.at(ends.failing), passing: path.at(ends.passing) };
}

/** More runs to make a text shorter are not worth while. */
const mostRuns = 200;

/** The shortest list that makes the body run in exactly this order. */
export async function shortest(run: RunInOrder, order: readonly string[]): Promise<readonly string[]> {
  const wanted = order.join(" ");
  const listed = (set: DeltaSet) => order.filter((_, i) => set.has(i));
  const isSame = async (list: readonly string[]) => orderOf((await run(list)).realised).join(" ") === wanted;
  if (await isSame([])) return [];
  let runs = 0;
  const search = await sequential({
    search: ddmin(DeltaSet.range(0, order.length)),
    key: (set) => set.key,
    trial: async (set) => ({ outcome: (await isSame(listed(set))) ? "fail" : "pass" }),
    mayContinue: () => runs++ < mostRuns,
  });
  return listed(bestOf(search) ?? DeltaSet.range(0, order.length));
}
