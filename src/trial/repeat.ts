import type { Outcome } from "../core/outcome.ts";

/** Fails if any of the runs fails, passes if all pass. */
export function combineOutcomes(outcomes: readonly Outcome[]): Outcome {
  if (outcomes.includes("fail")) return "fail";
  return outcomes.every((outcome) => outcome === "pass") ? "pass" : "unresolved";
}

/** Number of runs after which the chance of missing a failure of this rate is under 1 %. */
export function repeatsFor(rate: number): number {
  if (rate >= 1) return 1;
  return Math.ceil(Math.log(0.01) / Math.log(1 - rate));
}
