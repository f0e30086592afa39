import type { Run } from "./run.ts";
import type { Sizes } from "./stage.ts";

/** Where a run stands, for people who wait for it. */
export interface Progress {
  readonly stage: string;
  readonly total: number;
  /** Deltas left: of the failing set, or of the difference where a pair is narrowed. */
  readonly left: number;
  readonly needed: number;
  readonly pass: number;
  readonly fail: number;
  readonly unresolved: number;
  readonly run: number;
  readonly seconds: number;
  /** Tests that are still to come, if all goes well. */
  readonly estimate: number;
}

export function progressOf(run: Run, stage: { readonly name: string; readonly total: number }, sizes: Sizes): Progress {
  const left = sizes.failing - (sizes.passing ?? 0);
  // Isolating halves; simplifying has to look at every delta that is left at least once to prove that it is needed.
  const estimate = sizes.passing === undefined ? left : Math.ceil(Math.log2(Math.max(left, 1)));
  return { stage: stage.name, total: stage.total, left, ...run.counts.snapshot, seconds: run.seconds, estimate };
}
