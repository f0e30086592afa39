import type { Run } from "./run.ts";

/** Whether the budget allows more tests. */
export function mayTest({ stopped, counts, conditions }: Pick<Run, "stopped" | "counts" | "conditions">): boolean {
  return !stopped.aborted && counts.explored + counts.needed < (conditions.maxTests ?? Number.POSITIVE_INFINITY);
}
