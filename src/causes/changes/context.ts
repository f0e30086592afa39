import type { VersionsTask } from "../../versions/context.ts";
import type { Changes } from "../../world/changes/version-diff.ts";
import type { ChangesRequest } from "./request.ts";

/** A run over changes at work. */
export interface ChangesTask extends VersionsTask<ChangesRequest> {
  /** All that differs between the two versions. */
  readonly whole: Changes;
}
