import type { RunRequest } from "../run/request.ts";

/** What a search among versions is asked for. */
export interface VersionsRequest extends RunRequest {
  /** The older version, as the user named it: a folder or a revision. */
  readonly old: string;
  /** The version that fails; undefined: the working tree. */
  readonly new?: string;
  /** Runs before each test; where it fails, the candidate cannot be judged. */
  readonly build?: string;
  /** Patterns of files that are the user's in every candidate. */
  readonly keep: readonly string[];
  /** Look for the commit first. */
  readonly history: boolean;
  /** Of merged branches see only the merges. */
  readonly firstParent: boolean;
  /** A new tree for each test. */
  readonly fresh: boolean;
  /** Where the patch goes; absolute. */
  readonly output?: string;
  /** The commits that the two names meant when the run began, where they were revisions: branches move. */
  readonly commits?: readonly (string | null)[];
}
