import type { TestCounts } from "../core/finding.ts";

/** How far a run has got, for the user who waits for it. */
export interface Progress {
  readonly stage: string;
  readonly total: number;
  /** What the deltas are. */
  readonly unit: string;
  /** Deltas left in the failing set, or in the difference where a pair is narrowed. */
  readonly left: number;
  readonly needed: number;
  readonly pass: number;
  readonly fail: number;
  readonly unresolved: number;
  readonly run: number;
  readonly seconds: number;
  /** About how many tests are still to come; undefined until that can be estimated. */
  readonly estimate: number | undefined;
}

/** How large the sets are that a search narrows. */
export interface Sizes {
  readonly failing: number;
  /** Only where a passing set is narrowed, too. */
  readonly passing?: number;
}

/** What a run has done so far. */
interface Effort {
  readonly counts: { readonly snapshot: TestCounts };
  readonly seconds: number;
}

export function progressOf(
  run: Effort,
  { total, unit }: Pick<Progress, "total" | "unit">,
  sizes: Sizes & { readonly stage: string },
): Progress {
  const left = sizes.failing - (sizes.passing ?? 0);
  const counts = run.counts.snapshot;
  const estimate =
    sizes.passing === undefined ? toSimplify(left, counts.needed) : Math.ceil(Math.log2(Math.max(left, 1)));
  return { stage: sizes.stage, total, unit, left, ...counts, seconds: run.seconds, estimate };
}

/**
 * Simplifying tests every remaining delta at least once, to prove that it is needed. While far more are left than were
 * tested, most of them will go together, and there is nothing to estimate from.
 */
function toSimplify(left: number, needed: number): number | undefined {
  return left <= 4 * needed + 20 ? left : undefined;
}
