import type { Run } from "../../run/run.ts";
import type { PackageSides } from "../../world/packages/package-list.ts";
import type { Setting } from "./package-worlds.ts";
import type { PackagesRequest } from "./request.ts";

/** A search for packages at work. */
export interface PackagesTask {
  readonly run: Run;
  readonly request: PackagesRequest;
  readonly sides: PackageSides;
  readonly setting: Setting;
  /** The user's folder in which packages are installed. */
  readonly home: string;
}
