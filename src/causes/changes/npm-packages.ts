import { existsSync } from "node:fs";
import { join, relative } from "node:path";
import type { DeltaSet } from "../../core/delta-set.ts";
import { UserError } from "../../core/user-error.ts";
import { explainUpgrades } from "../../versions/packages/explain-upgrades.ts";
import { installBoth } from "../../versions/packages/install-both.ts";
import type { TreePackages } from "../../versions/worlds/tree-worlds.ts";
import type { VersionPair } from "../../versions/worlds/version-pair.ts";
import type { Placed } from "../../world/changes/version-diff.ts";
import { blobId } from "../../world/git/repository.ts";
import { lockfileWith } from "../../world/packages/composed-lockfile.ts";
import { checkDiskSpace } from "../../world/packages/disk-space.ts";
import { packagesOf, type Stock, stockOf } from "../../world/packages/installed-upgrades.ts";
import { NotInstalled } from "../../world/packages/not-installed.ts";
import { lockfiles, type PackageSides, projectFolder, sideOfVersion } from "../../world/packages/package-list.ts";
import { explainedEntries } from "../../world/packages/upgrade-entries.ts";
import { Upgrades } from "../../world/packages/upgrades.ts";
import type { ChangesContext } from "./context.ts";
import { lockfilesIn } from "./lockfile-notes.ts";
import type { DifferingPackages, VersionPackages } from "./version-packages.ts";

/** The packages of both versions, if npm's lockfiles differ. */
export function differingNpm({ pair, request, whole }: ChangesContext): DifferingPackages | undefined {
  const sides = sidesOf(pair, request.cwd);
  if (!sides) return undefined;
  const { inside } = sides.project;
  return {
    inside,
    lockfiles: lockfilesIn(inside, whole),
    installer: "npm ci",
    installsInTest: false,
    areInstalledHere: () => existsSync(join(homeOf(pair, sides), "node_modules")),
    install: (context, folder) => install(context, sides, folder),
  };
}

function sidesOf(pair: VersionPair, cwd: string): PackageSides | undefined {
  const { old, new: now, home, repository } = pair;
  const inside = home === undefined ? "" : relative(home, projectFolder(cwd, repository));
  if (lockfiles.some((name) => pair.isPinned(join(inside, name)))) return undefined;
  try {
    const sides = { old: sideOfVersion(old, inside), new: sideOfVersion(now, inside) };
    const { deltas } = Upgrades.between(sides.old.lockfile.entries, sides.new.lockfile.entries);
    return deltas.length > 0 ? { ...sides, project: { version: now, inside, home } } : undefined;
  } catch (error) {
    // There is no lockfile, or it is not npm's.
    if (error instanceof UserError) return undefined;
    throw error;
  }
}

/** The user's folder with the installed packages. */
function homeOf({ old, new: now, home }: VersionPair, { project }: PackageSides): string {
  return join(home ?? now.root ?? old.root!, project.inside);
}

async function install(
  { run, pair, whole }: ChangesContext,
  sides: PackageSides,
  folder: string,
): Promise<VersionPackages | string | undefined> {
  try {
    const stores = await installBoth(run, { sides, folder, home: homeOf(pair, sides) });
    if (!stores) return undefined;
    const stock = stockOf(sides, stores);
    if (stock.upgrades.deltas.length === 0)
      return `${sides.old.name} and ${sides.new.name} install the same packages here.`;
    checkDiskSpace(stock, run.conditions.jobs);
    return {
      lockfiles: lockfilesIn(sides.project.inside, whole),
      installer: "npm ci",
      all: stock.upgrades.all,
      pairWith: (set) => pair.withPackages(treePackages(pair, sides, { stock, set })),
      explain: (world) => explainUpgrades(run, stock, world),
      entries: (found) => explainedEntries(sides, stock.upgrades, found),
    };
  } catch (error) {
    // A resumed run cannot continue without them: its outcomes so far are of worlds with these packages.
    if (!(error instanceof NotInstalled) || run.ends) throw error;
    return error.summary;
  }
}

interface ChosenUpgrades {
  readonly stock: Stock;
  readonly set: DeltaSet;
}

function treePackages(pair: VersionPair, sides: PackageSides, { stock, set }: ChosenUpgrades): TreePackages {
  const { inside } = sides.project;
  const { paths } = stock.upgrades;
  const folders = [...new Set(paths.map((path) => /^(?:.*?\/)?node_modules(?=\/)/.exec(path)![0]))];
  return {
    inside,
    folders,
    packages: packagesOf(stock, set),
    lockfiles: lockfilesWith(pair, sides, { stock, set }),
  };
}

/** The lockfiles of the old or the new version; if only some upgrades are made, one composed for them. */
function lockfilesWith({ old, new: now }: VersionPair, sides: PackageSides, { stock, set }: ChosenUpgrades): Placed[] {
  const { upgrades } = stock;
  const version = set.isEmpty ? old : now;
  const placed = lockfiles.map((name) => {
    const path = join(sides.project.inside, name);
    return { path, item: version.items.get(path) };
  });
  if (set.isEmpty || set.equals(upgrades.all)) return placed;
  const bytes = Buffer.from(lockfileWith(sides, upgrades, set).text);
  const item = { kind: "file" as const, executable: false, id: blobId(bytes), bytes: () => bytes };
  const used = placed.find((each) => each.item)!;
  return placed.map((each) => (each === used ? { ...each, item } : each));
}
