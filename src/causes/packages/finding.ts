import type { CauseEntry, Finding } from "../../core/finding.ts";

/** What `culprit packages` found. */
export interface PackagesFinding extends Finding {
  /** The words of the command that finds this again. */
  readonly again?: readonly string[];
  /** The upgrades that the lockfile of `--keep-good` leaves out. */
  readonly heldBack?: readonly CauseEntry[];
  /** What to write in package.json to keep the other upgrades; only if the test passed with what npm made of it. */
  readonly remedy?: Remedy;
  /** The same for managers other than npm. */
  readonly keptBy?: KeptBy;
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

/** How to keep a package as it was, in the manager's own words; only if it was installed that way, and the test passed. */
export interface KeptBy {
  readonly package: string;
  readonly version: string;
  /** What to write and where, or a command. */
  readonly text: string;
}

/** Parts of a package.json that hold packages back. */
export interface Remedy {
  readonly dependencies?: Readonly<Record<string, unknown>>;
  readonly devDependencies?: Readonly<Record<string, unknown>>;
  readonly optionalDependencies?: Readonly<Record<string, unknown>>;
  readonly overrides?: Readonly<Record<string, unknown>>;
}
