import type { VersionsRequest } from "../../versions/request.ts";

/** What `culprit changes` is asked for. */
export interface ChangesRequest extends VersionsRequest {
  /** A patch that makes the working tree fail; absolute. */
  readonly patch?: string;
  /** A hash of it when the run began. */
  readonly patchHash?: string;
  /** Commits to search for one that passes, the nearest first; `old` is the first of them. */
  readonly older?: readonly string[];
  /** Hashes of the two versions when the run began. */
  readonly contents: readonly string[];
}
