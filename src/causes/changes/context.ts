import type { VersionsContext } from "../../versions/context.ts";
import type { Changes } from "../../world/changes/version-diff.ts";
import type { ChangesRequest } from "./request.ts";

/** What every step of `culprit changes` needs. */
export interface ChangesContext extends VersionsContext<ChangesRequest> {
  /** All changes between the two versions. */
  readonly whole: Changes;
}
