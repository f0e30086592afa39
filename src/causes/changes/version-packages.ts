import { existsSync } from "node:fs";
import { join, relative } from "node:path";
import type { DeltaSet } from "../../core/delta-set.ts";
import { UserError } from "../../core/user-error.ts";
import { installBoth } from "../../versions/packages/install-both.ts";
import type { Equipment } from "../../versions/worlds/tree-worlds.ts";
import { treeOf } from "../../versions/worlds/trees.ts";
import type { Setting } from "../../versions/worlds/version-pair.ts";
import type { Placed } from "../../world/changes/version-diff.ts";
import { blobId } from "../../world/git/repository.ts";
import { lockfileWith } from "../../world/packages/composed-lockfile.ts";
import { checkDiskSpace } from "../../world/packages/disk-space.ts";
import { NotInstalled } from "../../world/packages/install.ts";
import { packagesOf, type Stock, stockOf } from "../../world/packages/installed-upgrades.ts";
import { lockfiles, type PackageSides, projectFolder, sideOfVersion } from "../../world/packages/package-list.ts";
import { Upgrades } from "../../world/packages/upgrades.ts";
import type { ChangesTask } from "./context.ts";

/** The packages of both versions, installed. */
export interface Supply {
  readonly sides: PackageSides;
  readonly stock: Stock;
  /** Every candidate has the packages with these upgrades made, and a lockfile that goes with them. */
  readonly settingWith: (upgrades: DeltaSet) => Setting;
}

/** The packages of both versions where they differ, by npm's lockfiles, and the test is likely to need them. */
export function differingPackages({ run, request, setting }: ChangesTask): PackageSides | undefined {
  if (request.build !== undefined || request.older) return undefined;
  const sides = sidesOf(setting, request.cwd);
  const equippedBefore = run.ends && run.ends.failing.content !== setting.world(treeOf(setting, setting.new)).content;
  // A resumed run goes on as it began, whatever lies here now.
  return sides && (equippedBefore ?? existsSync(join(homeOf(setting, sides), "node_modules"))) ? sides : undefined;
}

function sidesOf(setting: Setting, cwd: string): PackageSides | undefined {
  const { old, new: now, home, repository } = setting;
  const inside = home === undefined ? "" : relative(home, projectFolder(cwd, repository));
  if (lockfiles.some((name) => setting.isPinned(join(inside, name)))) return undefined;
  try {
    const sides = { old: sideOfVersion(old, inside), new: sideOfVersion(now, inside) };
    const { deltas } = Upgrades.between(sides.old.lockfile.entries, sides.new.lockfile.entries);
    return deltas.length > 0 ? { ...sides, project: { version: now, inside, home } } : undefined;
  } catch (error) {
    // There is none, or it is of another kind.
    if (error instanceof UserError) return undefined;
    throw error;
  }
}

/** The user's folder in which packages are installed. */
function homeOf({ old, new: now, home }: Setting, { project }: PackageSides): string {
  return join(home ?? now.root ?? old.root!, project.inside);
}

/** Installs both sides in a folder of the run's own. A sentence says why that cannot be; undefined: the run was stopped. */
export async function supplyOf(
  task: ChangesTask,
  sides: PackageSides,
  folder: string,
): Promise<Supply | string | undefined> {
  const { run, setting } = task;
  try {
    const stores = await installBoth(run, { sides, folder, home: homeOf(setting, sides) });
    if (!stores) return undefined;
    const stock = stockOf(sides, stores);
    if (stock.upgrades.deltas.length === 0) return `${sides.old.name} and ${sides.new.name} install the same here.`;
    checkDiskSpace(stock, run.conditions.jobs);
    return { sides, stock, settingWith: (set) => setting.equipped(equipmentOf(setting, sides, { stock, set })) };
  } catch (error) {
    // The outcomes so far are of worlds that cannot be made now.
    if (!(error instanceof NotInstalled) || run.ends) throw error;
    return error.summary;
  }
}

interface Chosen {
  readonly stock: Stock;
  readonly set: DeltaSet;
}

function equipmentOf(setting: Setting, sides: PackageSides, { stock, set }: Chosen): Equipment {
  const { inside } = sides.project;
  const { paths } = stock.upgrades;
  const folders = [...new Set(paths.map((path) => /^(?:.*?\/)?node_modules(?=\/)/.exec(path)![0]))];
  return {
    inside,
    folders,
    packages: packagesOf(stock, set),
    lockfiles: lockfilesWith(setting, sides, { stock, set }),
  };
}

/** What the versions have at the places of lockfiles; where only some upgrades are made, a lockfile that says so. */
function lockfilesWith({ old, new: now }: Setting, sides: PackageSides, { stock, set }: Chosen): Placed[] {
  const { upgrades } = stock;
  const version = set.isEmpty ? old : now;
  const placed = lockfiles.map((name) => {
    const path = join(sides.project.inside, name);
    return { path, item: version.items.get(path) };
  });
  if (set.isEmpty || set.equals(upgrades.all)) return placed;
  const bytes = Buffer.from(lockfileWith(sides, upgrades, set).text);
  const item = { kind: "file" as const, executable: false, id: blobId(bytes), bytes: () => bytes };
  const read = placed.find((each) => each.item)!;
  return placed.map((each) => (each === read ? { ...each, item } : each));
}
