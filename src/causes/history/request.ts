import type { RunRequest } from "../../run/request.ts";

/** What `culprit history` is asked for. */
export interface HistoryRequest extends RunRequest {
  /** The version that fails, as the user named it; undefined: the working tree. */
  readonly from?: string;
  /** Go back no farther than this revision. */
  readonly backTo?: string;
  readonly every: "commit" | "tag";
  /** How many ways are followed at most, where there are several to cure an older defect. */
  readonly branches: number;
  /** Patches to begin with: files, or folders of them; absolute. */
  readonly carry: readonly string[];
  /** Runs before each test; where it fails, the version cannot be judged. */
  readonly build?: string;
  /** Patterns of files that are the user's in every version. */
  readonly keep: readonly string[];
  /** A new tree for each test. */
  readonly fresh: boolean;
  /** The folder for the results; absolute. */
  readonly output?: string;
  /** The versions when the run began, the newest first: branches move. Null: the working tree. */
  readonly line: readonly (string | null)[];
  /** A name for the working tree's content when the run began, where the line begins with it. */
  readonly content?: string;
  /** Names of the carried patches' contents when the run began. */
  readonly carried: readonly string[];
}
