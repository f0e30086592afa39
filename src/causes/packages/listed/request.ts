import type { ListRequest } from "../../../settings/request.ts";

/** A request about two lists of versions, of whatever can be installed by a command. */
export interface ListedRequest extends ListRequest {
  /** Files with the lists, absolute: the test passes with what the first one names, and fails with the second one's. */
  readonly old: string;
  readonly new: string;
  /** Installs what the list in $CULPRIT_LIST names into the folder {}. */
  readonly install: string;
  /** Hashes of both when the run began. */
  readonly contents: readonly string[];
}
