import type { ListRequest } from "../../../settings/request.ts";
import type { LockedManager } from "../../../world/packages/managers/manager.ts";
import type { GoodPaths } from "../good-paths.ts";

/** A request about two lockfiles of a manager that installs every candidate itself. */
export interface LockedRequest extends ListRequest {
  /** As the user named them: a lockfile, a folder that holds one, a revision; `new` undefined: the working tree. */
  readonly old: string;
  readonly new?: string;
  readonly manager: LockedManager;
  /** Runs before each test, after the installation. */
  readonly build?: string;
  /** Use a new folder for each test. */
  readonly fresh: boolean;
  /** Look inside the package found: which of its lines. */
  readonly deeper: boolean;
  /** Where to write a lockfile with all upgrades under which the test still passes. */
  readonly good?: GoodPaths;
  /** Hashes of both lockfiles and of the project when the run began. */
  readonly contents: readonly string[];
}
