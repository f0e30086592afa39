import type { SearchTaken } from "../run/conclusion.ts";
import type { Run } from "../run/run.ts";
import type { Version } from "../world/tree/version.ts";
import type { VersionsRequest } from "./request.ts";
import type { Setting } from "./worlds/version-pair.ts";

/** A search among versions at work. */
export interface VersionsTask<R extends VersionsRequest = VersionsRequest> {
  readonly run: Run;
  readonly request: R;
  readonly setting: Setting;
  /** Where candidates have other packages than the newest version: that with its own. */
  readonly newest?: Setting;
  /** Searches that came before, of upgrades. */
  readonly earlier?: readonly SearchTaken[];
}

/** Between which two versions the failure came in. */
export interface Came {
  readonly passing: Version;
  readonly failing: Version;
}
