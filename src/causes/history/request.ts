import type { RunRequest } from "../../run/request.ts";

/** What `culprit history` is asked for. */
export interface HistoryRequest extends RunRequest {
  /** The version that fails, as the user named it; undefined: the working tree. */
  readonly from?: string;
  /** The oldest revision to go back to. */
  readonly backTo?: string;
  readonly every: "commit" | "tag";
  /** Maximum number of branches to follow, if there are several ways to cure an older defect. */
  readonly branches: number;
  /** Patches to start with: files, or folders of them; absolute. */
  readonly carry: readonly string[];
  /** Runs before each test; if it fails, the version cannot be judged. */
  readonly build?: string;
  /** Patterns of files that are the user's in every version. */
  readonly keep: readonly string[];
  /** Use a new tree for each test. */
  readonly fresh: boolean;
  readonly copy?: boolean;
  /** The folder for the results; absolute. */
  readonly output?: string;
  /** The commits to walk back over when the run began, the newest first: branches move. Null is the working tree. */
  readonly versions: readonly (string | null)[];
  /** A hash of the working tree when the run began, if the walk begins with it. */
  readonly content?: string;
  /** Hashes of the patches to carry when the run began. */
  readonly carried: readonly string[];
}
