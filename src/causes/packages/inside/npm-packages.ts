import { lstatSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { DeltaSet } from "../../../core/delta-set.ts";
import { changesBetween } from "../../../world/changes/diff-versions.ts";
import type { Changes, Placed } from "../../../world/changes/version-diff.ts";
import { installedPackage, packagesOf, type Stock } from "../../../world/packages/installed-upgrades.ts";
import { nameAt } from "../../../world/packages/lockfile.ts";
import { versionText } from "../../../world/packages/upgrade-entries.ts";
import type { PackageChange } from "../../../world/packages/upgrades.ts";
import { folderVersion } from "../../../world/tree/folder-version.ts";
import type { Item, Version } from "../../../world/tree/version.ts";
import { writeItem } from "../../../world/tree/write-item.ts";
import type { PackagesContext } from "../context.ts";
import type { PackagesCandidate } from "../package-worlds.ts";
import { editsHash } from "./edits-hash.ts";
import type { EditedPackages, InsideContext, OpenedPackages } from "./opened-packages.ts";

/** Packages that npm has installed: both sides are in folders, and a candidate gets the files of one, edited. */
export function npmInside(context: PackagesContext): InsideContext {
  const { run, stock } = context;
  return {
    ...{ run, all: stock.upgrades.all },
    namesIn: (causes) => upgradedPackages(stock, causes).map(({ path, new: now }) => nameAt(path, now)),
    open: (causes) => openPackages(context, upgradedPackages(stock, causes)),
  };
}

/** The packages among some upgrades whose files can be compared: those that both sides have. */
function upgradedPackages({ upgrades }: Stock, causes: DeltaSet): PackageChange[] {
  const changes = [...causes].flatMap((delta) => upgrades.deltas[delta]!);
  return changes.filter(({ old, new: now }) => old && now && !old.link && !now.link);
}

async function openPackages(
  { stock, worlds, sides }: PackagesContext,
  upgraded: readonly PackageChange[],
): Promise<OpenedPackages> {
  const difference = await packageDifference(stock, upgraded);
  const versionsOf = (side: "old" | "new") =>
    upgraded.map((each) => `${nameAt(each.path, each[side])} ${versionText(each[side]!)}`);
  return {
    names: upgraded.map(({ path, new: now }) => nameAt(path, now)),
    versions: { old: versionsOf("old"), new: versionsOf("new") },
    changes: difference.changes,
    world: (edited) => worlds.world(editedCandidate(stock, difference, edited)),
    freshWorld: (edited) => worlds.freshWorld(editedCandidate(stock, difference, edited)),
    pathInPatch: (path) => join(sides.project.inside, path),
  };
}

/** Some upgraded packages, and the changes between the files of their two versions. */
interface PackageDifference {
  readonly upgraded: readonly PackageChange[];
  readonly old: Version;
  readonly changes: Changes;
}

async function packageDifference({ stores }: Stock, upgraded: readonly PackageChange[]): Promise<PackageDifference> {
  const old = filesOf(upgraded, stores.old);
  return { upgraded, old, changes: await changesBetween(old, filesOf(upgraded, stores.new)) };
}

/** The files of some packages, as one version. */
function filesOf(upgraded: readonly PackageChange[], store: string): Version {
  const items = new Map<string, Item>();
  for (const { path } of upgraded)
    for (const [file, item] of folderVersion(join(store, path), path).items) items.set(`${path}/${file}`, item);
  return { name: store, items, checkOut: () => {} };
}

/** The packages with the upgrades of `base`, but of the files of those compared only the changes of `set`. */
function editedCandidate(
  stock: Stock,
  { upgraded, old, changes }: PackageDifference,
  { base, set }: EditedPackages,
): PackagesCandidate {
  const before = new Map(upgraded.map(({ path, old }) => [path, installedPackage(path, old!, stock.stores.old)]));
  const placed = changes.compose(set).filter(({ path, item }) => old.items.get(path) !== item);
  return {
    packages: packagesOf(stock, base).map((each) => ({ ...(before.get(each.path) ?? each), bin: each.bin })),
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
  if (lstatSync(place, { throwIfNoEntry: false })) rmSync(place, { recursive: true });
  if (item) writeItem(place, item);
}
