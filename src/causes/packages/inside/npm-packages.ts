import { rmSync } from "node:fs";
import { join } from "node:path";
import { DeltaSet } from "../../../core/delta-set.ts";
import { changesBetween } from "../../../world/changes/diff-versions.ts";
import type { Changes, Placed } from "../../../world/changes/version-diff.ts";
import { lstatIfThere } from "../../../world/files/stat-if-there.ts";
import { installedCopy, packagesOf, type Stock } from "../../../world/packages/installed-upgrades.ts";
import { type LockEntry, nameAt } from "../../../world/packages/lockfile.ts";
import { otherCopyOf } from "../../../world/packages/other-copy.ts";
import { versionText } from "../../../world/packages/upgrade-entries.ts";
import { folderVersion } from "../../../world/tree/folder-version.ts";
import type { Item, Version } from "../../../world/tree/version.ts";
import { writeItem } from "../../../world/tree/write-item.ts";
import type { PackagesContext } from "../context.ts";
import type { PackagesCandidate } from "../package-worlds.ts";
import { editsHash } from "./edits-hash.ts";
import type { EditedPackages, InsideContext, OpenedPackages } from "./opened-packages.ts";
import { ownerOf } from "./owner-of.ts";

/** Packages that npm has installed: both sides are in folders, and a candidate gets the files of one, edited. */
export function npmInside(context: PackagesContext): InsideContext {
  const { run, stock } = context;
  return {
    ...{ run, all: stock.upgrades.all },
    namesIn: (causes) => upgradedPackages(stock, causes).map(({ name }) => name),
    open: (causes) => openPackages(context, causes),
  };
}

/** A package whose files can be compared: both sides have it, at the same place or as another copy. */
interface ComparedPackage {
  readonly name: string;
  /** Where a candidate has it. */
  readonly path: string;
  readonly old: InstalledCopy;
  readonly new: InstalledCopy;
}

interface InstalledCopy {
  readonly entry: LockEntry;
  readonly folder: string;
  /** Others find it, too: a patch for it would be one for them. */
  readonly isShared: boolean;
}

function upgradedPackages({ upgrades, stores }: Stock, causes: DeltaSet): ComparedPackage[] {
  const changes = [...causes].flatMap((delta) => upgrades.deltas[delta]!);
  return changes.flatMap((change) => {
    const { path } = change;
    const copyOn = (side: "old" | "new"): InstalledCopy | undefined => {
      const entry = change[side];
      if (entry) return { entry, folder: join(stores[side], path), isShared: false };
      const other = otherCopyOf(change, upgrades, upgrades.all);
      return other && { entry: other.entry, folder: join(stores.new, other.path), isShared: true };
    };
    const [old, now] = [copyOn("old"), copyOn("new")];
    if (!old || !now || old.entry.link || now.entry.link) return [];
    return [{ name: nameAt(path, now.entry), path, old, new: now }];
  });
}

async function openPackages({ stock, worlds, sides }: PackagesContext, causes: DeltaSet): Promise<OpenedPackages> {
  const upgraded = upgradedPackages(stock, causes);
  const difference = await packageDifference(upgraded);
  const packageOf = ownerOf(upgraded, ({ path }) => `${path}/`);
  return {
    names: [...new Set(upgraded.map(({ name }) => name))],
    upgrades: DeltaSet.of(...upgraded.map(({ path }) => stock.upgrades.deltaAt(path)!)),
    versionAt: (file, side) => {
      const { path, [side]: copy } = packageOf(file)!;
      return `${nameAt(path, copy.entry)} ${versionText(copy.entry)}`;
    },
    shared: { old: upgraded.some(({ old }) => old.isShared), new: upgraded.some(({ new: now }) => now.isShared) },
    changes: difference.changes,
    world: (edited) => worlds.world(editedCandidate(stock, difference, edited)),
    freshWorld: (edited) => worlds.freshWorld(editedCandidate(stock, difference, edited)),
    pathInPatch: (path) => join(sides.project.inside, path),
  };
}

/** Some upgraded packages, and the changes between the files of their two versions. */
interface PackageDifference {
  readonly upgraded: readonly ComparedPackage[];
  readonly old: Version;
  readonly changes: Changes;
}

async function packageDifference(upgraded: readonly ComparedPackage[]): Promise<PackageDifference> {
  const old = filesOf(upgraded, "old");
  return { upgraded, old, changes: await changesBetween(old, filesOf(upgraded, "new")) };
}

/** The files of some packages, as one version. */
function filesOf(upgraded: readonly ComparedPackage[], side: "old" | "new"): Version {
  const items = new Map<string, Item>();
  for (const { path, [side]: copy } of upgraded)
    for (const [file, item] of folderVersion(copy.folder, path).items) items.set(`${path}/${file}`, item);
  return { name: side, items, checkOut: () => {} };
}

/** The packages with the upgrades of `base`, but of the files of those compared only the changes of `set`. */
function editedCandidate(
  stock: Stock,
  { upgraded, old, changes }: PackageDifference,
  { base, set }: EditedPackages,
): PackagesCandidate {
  const packages = new Map(packagesOf(stock, base).map((each) => [each.path, each]));
  for (const { path, old } of upgraded) {
    const before = installedCopy(path, old.entry, old.folder);
    packages.set(path, { ...before, bin: packages.get(path)?.bin ?? before.bin });
  }
  const placed = changes.compose(set).filter(({ path, item }) => old.items.get(path) !== item);
  return {
    packages: [...packages.values()].sort((a, b) => (a.path < b.path ? -1 : 1)),
    edits: {
      paths: upgraded.map(({ path }) => path),
      content: editsHash(placed),
      make: (folder) => {
        // Removals come first: a file may take the place of a folder.
        for (const each of placed) if (!each.item) put(folder, each);
        for (const each of placed) if (each.item) put(folder, each);
      },
    },
  };
}

function put(folder: string, { path, item }: Placed): void {
  const place = join(folder, path);
  if (lstatIfThere(place)) rmSync(place, { recursive: true });
  if (item) writeItem(place, item);
}
