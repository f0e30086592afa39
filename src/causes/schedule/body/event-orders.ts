import type { ScheduleLog } from "../../../../runtimes/protocol/schedule-log.ts";
import type { BodyRun } from "../../../../runtimes/schedule-events/test-body/run-body.ts";
import { DeltaSet } from "../../../core/delta-set.ts";
import type { Outcome } from "../../../core/outcome.ts";
import { bestOf } from "../../../core/search.ts";
import { sequential } from "../../../drive/sequential.ts";
import { boundary } from "../../../search/boundary.ts";
import { ddmin } from "../../../search/ddmin.ts";
import { OrderPath, type Swap } from "../../../search/order-path.ts";

/** Runs the body with its events in this order. Events that are not listed run as the default policy chooses. */
export type RunInOrder = (order: readonly string[]) => Promise<BodyRun>;

export function orderOf({ runs }: ScheduleLog): string[] {
  return runs.map(({ lane }) => lane);
}

/** The swaps of events that make a passing order fail, and the two orders, which differ in nothing else. */
export interface DecisiveSwaps {
  /** A single swap, unless the orders in between fail in other ways. */
  readonly swaps: readonly Swap[];
  readonly failing: readonly string[];
  readonly passing: readonly string[];
}

interface OrderPair {
  readonly failing: readonly string[];
  readonly passing: readonly string[];
  readonly judge: (run: BodyRun) => Outcome;
}

/** Finds the decisive swaps between two orders; undefined if the orders are the same. */
export async function isolateSwaps(run: RunInOrder, pair: OrderPair): Promise<DecisiveSwaps | undefined> {
  const path = new OrderPath(pair.passing, pair.failing);
  if (path.length === 0) return undefined;
  const search = await sequential({
    search: boundary({ passing: 0, failing: path.length }, { unresolved: "skip" }),
    key: String,
    trial: async (swaps) => ({ outcome: pair.judge(await run(path.at(swaps))) }),
  });
  const { failing, passing } = bestOf(search) ?? { failing: path.length, passing: 0 };
  const swaps = Array.from({ length: failing - passing }, (_, i) => path.swap(passing + i));
  return { swaps, failing: path.at(failing), passing: path.at(passing) };
}

/** Maximum number of runs for shortening an order. */
const maxRuns = 200;

/** The shortest list of events found that makes the body run in exactly this order. */
export async function shortenOrder(
  run: RunInOrder,
  order: readonly string[],
  hasTime: () => boolean,
): Promise<readonly string[]> {
  const wanted = order.join(" ");
  const listOf = (set: DeltaSet) => order.filter((_, i) => set.has(i));
  const isSame = async (list: readonly string[]) => orderOf((await run(list)).log).join(" ") === wanted;
  if (await isSame([])) return [];
  let runs = 0;
  const search = await sequential({
    search: ddmin(DeltaSet.range(0, order.length)),
    key: (set) => set.key,
    trial: async (set) => ({ outcome: (await isSame(listOf(set))) ? "fail" : "pass" }),
    mayContinue: () => runs++ < maxRuns && hasTime(),
  });
  return listOf(bestOf(search) ?? DeltaSet.range(0, order.length));
}
