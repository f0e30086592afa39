import type { DeltaSet } from "../../../core/delta-set.ts";

/** Upgrades that break the test, and among which others they do. */
export interface Culprit {
  /** The first one is the cause. */
  readonly number: number;
  readonly causes: DeltaSet;
  /** Sets of upgrades with which the test fails, to look among; the first one that is suitable is used. */
  readonly bases: readonly DeltaSet[];
  /** The upgrades that are kept, with these. */
  readonly among: DeltaSet | undefined;
}
