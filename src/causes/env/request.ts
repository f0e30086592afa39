import type { ListRequest } from "../../settings/request.ts";

/** A request of `culprit env`. */
export interface EnvRequest extends ListRequest {
  /** Paths, absolute. */
  readonly old: string;
  readonly new: string;
  /** Hashes of the two files as they were when the run began. */
  readonly contents: readonly [old: string, now: string];
}
