import type { DeltaSet } from "../../core/delta-set.ts";
import { isInstalled, type LockEntry, lookups, nameAt } from "./lockfile.ts";
import type { PackageChange, Upgrades } from "./upgrades.ts";

/** A copy of a package, and where it is installed. */
export interface OtherCopy {
  readonly path: string;
  readonly entry: LockEntry;
}

/**
 * npm puts a package inside the one that requires it, or further out if others can use the same version. So a copy that is only on one
 * side is often no package that was added or removed, but another version for those that require it: with these upgrades, they find
 * this copy instead. Undefined: nothing requires it, or finds another version.
 */
export function otherCopyOf(
  { path, old, new: now }: PackageChange,
  all: Upgrades,
  set: DeltaSet,
): OtherCopy | undefined {
  const entry = old ?? now;
  if ((old && now) || entry === undefined || entry.link || !isInsideAnother(path)) return undefined;
  const name = nameAt(path);
  const owner = path.slice(0, path.lastIndexOf("/node_modules/"));
  const other = lookups(owner, name).find((each) => each !== path && all.at(each, set));
  const found = other === undefined ? undefined : all.at(other, set)!;
  if (found === undefined || found.link || found.version === entry.version) return undefined;
  const isRequired = all.paths.some((each) => isWithin(owner, each) && finds(each, { name, path, all, set }));
  return isRequired ? { path: other!, entry: found } : undefined;
}

/** A change with the other copy for the side that has none. */
export function withOtherCopy(change: PackageChange, all: Upgrades, set: DeltaSet): PackageChange {
  const other = otherCopyOf(change, all, set)?.entry;
  return { path: change.path, old: change.old ?? other, new: change.new ?? other };
}

function isInsideAnother(path: string): boolean {
  const end = path.lastIndexOf("/node_modules/");
  return end !== -1 && isInstalled(path.slice(0, end));
}

function isWithin(owner: string, path: string): boolean {
  return path === owner || path.startsWith(`${owner}/node_modules/`);
}

interface Wanted {
  readonly name: string;
  /** Where the copy is, or was. */
  readonly path: string;
  readonly all: Upgrades;
  readonly set: DeltaSet;
}

/** Whether a package requires the name, and finds nothing before the copy. */
function finds(requirer: string, { name, path, all, set }: Wanted): boolean {
  const { dependencies, optionalDependencies, peerDependencies } = all.at(requirer, set) ?? {};
  if (![dependencies, optionalDependencies, peerDependencies].some((each) => Object.hasOwn(each ?? {}, name)))
    return false;
  return lookups(requirer, name).find((each) => each === path || all.at(each, set)) === path;
}
