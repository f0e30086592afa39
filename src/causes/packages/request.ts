import type { RunRequest } from "../../run/request.ts";
import type { GoodPaths } from "./good-paths.ts";

/** What `culprit packages` is asked for. */
export interface PackagesRequest extends RunRequest {
  /** The packages with which the test passes, as the user named them: a lockfile, a folder that holds one, a revision. */
  readonly old: string;
  /** Those with which it fails; undefined: the working tree's. */
  readonly new?: string;
  /** Runs before each test; if it fails, the candidate cannot be judged. */
  readonly build?: string;
  /** Use a new folder for each test. */
  readonly fresh: boolean;
  /** Where to write a lockfile with all upgrades under which the test still passes. */
  readonly good?: GoodPaths;
  /** Look inside the package found: which of its lines. */
  readonly deeper: boolean;
  /** Hashes of both lockfiles and of the project when the run began. */
  readonly contents: readonly string[];
}
