import type { TestCounts } from "../../core/finding.ts";

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

/** Work that takes a while before the next test. */
export interface Preparation {
  readonly doing: string;
  /** Of the run so far. */
  readonly seconds: number;
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

/** What a stage narrows. */
interface Narrowed extends Pick<Progress, "total" | "unit"> {
  /** Each test halves what is left. */
  readonly halving?: boolean;
}

export function progressOf(
  run: Effort,
  { total, unit, halving }: Narrowed,
  sizes: Sizes & { readonly stage: string },
): Progress {
  const left = sizes.failing - (sizes.passing ?? 0);
  const counts = run.counts.snapshot;
  const estimate = halving || sizes.passing !== undefined ? toHalve(left) : toSimplify(left, counts.needed);
  return { stage: sizes.stage, total, unit, left, ...counts, seconds: run.seconds, estimate };
}

/** How many tests it takes to find one of so many, if each halves what is left. */
export function toHalve(left: number): number {
  return Math.ceil(Math.log2(Math.max(left, 1)));
}

/**
 * Simplifying tests every remaining delta at least once, to prove that it is needed. While far more are left than were
 * tested, most of them will go together, and there is nothing to estimate from.
 */
function toSimplify(left: number, needed: number): number | undefined {
  return left <= 4 * needed + 20 ? left : undefined;
}
