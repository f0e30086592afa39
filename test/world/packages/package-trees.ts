import { anyVersion, compatibilityOf } from "../../../src/world/packages/compatibility.ts";
import { readLockfile } from "../../../src/world/packages/lockfile.ts";
import { groupsOf } from "../../../src/world/packages/package-groups.ts";
import { Upgrades } from "../../../src/world/packages/upgrades.ts";

export interface PackageEntry {
  readonly version: string;
  readonly dependencies?: Record<string, string>;
  readonly optionalDependencies?: Record<string, string>;
  readonly peerDependencies?: Record<string, string>;
  readonly inBundle?: boolean;
}

export type Packages = Readonly<Record<string, PackageEntry | string>>;

/** A lockfile with packages by their paths, without the `node_modules` before each. */
export function lockfileOf(packages: Packages, root: object = {}) {
  const entries = Object.entries(packages).map(([path, entry]) => [
    `node_modules/${path.replaceAll(">", "/node_modules/")}`,
    typeof entry === "string" ? { version: entry } : entry,
  ]);
  const text = JSON.stringify({ lockfileVersion: 3, packages: { "": root, ...Object.fromEntries(entries) } });
  return readLockfile(text, "it");
}

export function treeOf(packages: Packages) {
  return lockfileOf(packages).entries;
}

/** What is known of the upgrades between two trees, without anything installed. */
export function upgradesBetween(old: Packages, now: Packages) {
  const upgrades = Upgrades.between(treeOf(old), treeOf(now));
  return {
    upgrades,
    groups: groupsOf(upgrades),
    loadable: compatibilityOf(upgrades, anyVersion),
  };
}
