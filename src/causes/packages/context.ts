import type { Run } from "../../run/run.ts";
import type { Stock } from "../../world/packages/installed-upgrades.ts";
import type { PackageSides } from "../../world/packages/package-list.ts";
import type { PackageWorlds } from "./package-worlds.ts";
import type { PackagesRequest } from "./request.ts";

/** What every step of `culprit packages` needs. */
export interface PackagesContext {
  readonly run: Run;
  readonly request: PackagesRequest;
  readonly sides: PackageSides;
  readonly stock: Stock;
  readonly worlds: PackageWorlds;
  /** The user's folder with the installed packages. */
  readonly home: string;
}
