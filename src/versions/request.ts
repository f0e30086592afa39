import type { RunRequest } from "../run/request.ts";

/** What a search among versions is asked for. */
export interface VersionsRequest extends RunRequest {
  /** The older version, as the user named it: a folder or a revision. */
  readonly old: string;
  /** The version that fails; undefined: the working tree. */
  readonly new?: string;
  /** Runs before each test; if it fails, the candidate cannot be judged. */
  readonly build?: string;
  /** Patterns of files that are the user's in every candidate. */
  readonly keep: readonly string[];
  /** Files that the test names are those of each version, and not the user's in every candidate. */
  readonly keepNamed?: false;
  /** Look for the commit first. */
  readonly history: boolean;
  /** Follow only the first parent of merges. */
  readonly firstParent: boolean;
  /** Commits and ranges of commits that are not tested in the search for the commit, by hash. */
  readonly skip?: readonly string[];
  /** Stop at the commit, and test every version with the packages that are installed here. */
  readonly commitOnly?: boolean;
  /** After stopping at the commit, go on to its lines. */
  readonly deeper?: boolean;
  /** Use a new tree for each test. */
  readonly fresh: boolean;
  /** Make trees by copying, at other paths, even if they could take the place of the user's folder. */
  readonly copy?: boolean;
  /** The file for the patch; absolute. */
  readonly output?: string;
  /** The commits that the two names stood for when the run began, if they were revisions: branches move. */
  readonly commits?: readonly (string | null)[];
}
