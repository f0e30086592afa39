import { existsSync } from "node:fs";
import { join } from "node:path";
import type { DeltaSet } from "../../core/delta-set.ts";
import { anyVersion, type Compatibility, compatibilityOf } from "./compatibility.ts";
import type { InstalledPackage } from "./incremental-install.ts";
import { isInstalled, type LockEntry, type Lockfile, nameAt } from "./lockfile.ts";
import { groupsOf, type PackageGroups } from "./package-groups.ts";
import type { PackageSides } from "./package-list.ts";
import { type PackageTree, Upgrades } from "./upgrades.ts";

/** Where the packages of both sides are installed: folders of our own. */
export interface Stores {
  readonly old: string;
  readonly new: string;
}

/** The packages of both sides, and what leads from the one to the other. */
export interface Stock {
  readonly stores: Stores;
  /** A delta for each package that moved: the unit of every count that users see. */
  readonly upgrades: Upgrades;
  /** The same, with those made one that need each other by the ranges they declare. */
  readonly groups: PackageGroups;
  /** By presence alone: what can be loaded together, whatever the ranges say. */
  readonly loadable: Compatibility;
}

export function stockOf({ old, new: now }: PackageSides, stores: Stores): Stock {
  const upgrades = Upgrades.between(installation(old.lockfile, stores.old), installation(now.lockfile, stores.new));
  return {
    stores,
    upgrades,
    groups: groupsOf(upgrades),
    loadable: compatibilityOf(upgrades, anyVersion),
  };
}

/** What npm has installed of a lockfile: it leaves out optional packages that are for other systems. */
function installation({ entries }: Lockfile, store: string): PackageTree {
  return new Map(
    [...entries].flatMap(([path, entry]): [string, LockEntry][] => {
      if (!isInstalled(path)) return [];
      const { link, resolved } = entry;
      // What a link leads to has the programs.
      if (link) return [[path, { ...entry, bin: entries.get(resolved ?? "")?.bin ?? {} }]];
      return existsSync(join(store, path)) ? [[path, entry]] : [];
    }),
  );
}

/** All packages of a lockfile that was installed in a folder. */
export function allInstalled(lockfile: Lockfile, store: string): InstalledPackage[] {
  return [...installation(lockfile, store)].map(([path, entry]) => installedPackage(path, entry, store));
}

/** The packages with some upgrades made. */
export function packagesOf({ upgrades, stores }: Stock, set: DeltaSet): InstalledPackage[] {
  return upgrades.paths.flatMap((path) => {
    const side = upgrades.sideAt(path, set);
    const tree = upgrades.trees[side];
    const entry = tree.get(path);
    return entry ? [installedPackage(path, entry, stores[side])] : [];
  });
}

/** A package of a lockfile in the folder where that was installed. */
function installedPackage(path: string, entry: LockEntry, store: string): InstalledPackage {
  return installedCopy(path, entry, join(store, path));
}

/** A package of a lockfile for a place, from a folder that may have it elsewhere. */
export function installedCopy(path: string, entry: LockEntry, folder: string): InstalledPackage {
  const { link, resolved, version, integrity } = entry;
  const id = link ? `link ${resolved}` : `${version} ${integrity ?? resolved}`;
  return {
    path,
    id,
    from: link ? { link: resolved! } : { folder },
    bin: programsOf(path, entry),
  };
}

function programsOf(path: string, entry: LockEntry): Record<string, string> {
  const { bin = {} } = entry;
  return typeof bin === "string" ? { [nameAt(path, entry).split("/").at(-1)!]: bin } : { ...bin };
}
