import type { CauseEntry, Finding } from "../../core/finding.ts";

/** What `culprit packages` found. */
export interface PackagesFinding extends Finding {
  /** The words of the command that finds this again. */
  readonly again?: readonly string[];
  /** The upgrades that the lockfile of `--keep-good` leaves out. */
  readonly heldBack?: readonly CauseEntry[];
  /** What to write in package.json to keep the other upgrades; only if the test passed with what npm made of it. */
  readonly remedy?: Remedy;
  /** With `--deeper`: the changes inside the packages found that the failure needs. */
  readonly deeper?: InsidePackage;
  /** The same for packages in `causes`. */
  readonly furtherDeeper?: readonly InsidePackage[];
}

/** The changes inside packages that a failure needs. */
export interface InsidePackage {
  readonly packages: readonly string[];
  readonly deltas: Finding["deltas"];
  readonly minimal: boolean;
  readonly cause: readonly CauseEntry[];
}

/** Parts of a package.json that hold packages back. */
export interface Remedy {
  readonly dependencies?: Readonly<Record<string, unknown>>;
  readonly devDependencies?: Readonly<Record<string, unknown>>;
  readonly optionalDependencies?: Readonly<Record<string, unknown>>;
  readonly overrides?: Readonly<Record<string, unknown>>;
}
