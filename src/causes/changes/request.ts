import type { VersionsRequest } from "../../versions/request.ts";

/** What `culprit changes` is asked for. */
export interface ChangesRequest extends VersionsRequest {
  /** A patch to the tree here, which makes the version that fails; absolute. */
  readonly patch?: string;
  /** Commits among which one that passes is to be sought, the nearest first; `old` is the first of them. */
  readonly older?: readonly string[];
  /** Names of the two versions' contents when the run began. */
  readonly contents: readonly string[];
}
