import type { RunRequest } from "../../run/request.ts";

/** What `culprit packages` is asked for. */
export interface PackagesRequest extends RunRequest {
  /** The packages with which the test passes, as the user named them: a lockfile, a folder that holds one, a revision. */
  readonly old: string;
  /** Those with which it fails; undefined: the working tree's. */
  readonly new?: string;
  /** Runs before each test; where it fails, the candidate cannot be judged. */
  readonly build?: string;
  /** A new folder for each test. */
  readonly fresh: boolean;
  /** Where a lockfile goes with all upgrades under which the test still passes; absolute. */
  readonly good?: string;
  /** Go on into the package found: which of its lines. */
  readonly deeper: boolean;
  /** Names of both lockfiles' contents and of the project's when the run began. */
  readonly contents: readonly string[];
}
