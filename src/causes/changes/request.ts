import type { Request } from "../../run/request.ts";

/** What `culprit changes` is asked for. */
export interface ChangesRequest extends Request {
  /** The version that passes, as the user named it: a folder or a revision. */
  readonly old: string;
  /** The version that fails; undefined: the working tree. */
  readonly new?: string;
  /** A patch to the tree here, which makes the version that fails; absolute. */
  readonly patch?: string;
  /** Commits among which one that passes is to be sought, the nearest first; `old` is the first of them. */
  readonly older?: readonly string[];
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
  /** Names of the two versions' contents when the run began. */
  readonly contents: readonly string[];
}
