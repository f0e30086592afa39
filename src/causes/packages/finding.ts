import type { CauseEntry, Finding } from "../../core/finding.ts";

/** What `culprit packages` found. */
export interface PackagesFinding extends Finding {
  /** The upgrades that the lockfile of `--keep-good` leaves out. */
  readonly heldBack?: readonly CauseEntry[];
  /** With `--deeper`: the changes inside the packages found that the failure needs. */
  readonly deeper?: {
    readonly packages: readonly string[];
    readonly deltas: Finding["deltas"];
    readonly minimal: boolean;
    readonly cause: readonly CauseEntry[];
  };
}
