import { join } from "node:path";
import { DeltaSet } from "../../../core/delta-set.ts";
import { listText } from "../../../core/list-text.ts";
import { type CandidateTrees, installSide } from "../../../versions/packages/locked/fill-caches.ts";
import { candidateFiles } from "../../../versions/packages/locked/locked-context.ts";
import { changesBetween } from "../../../world/changes/diff-versions.ts";
import type { Changes, Placed } from "../../../world/changes/version-diff.ts";
import type { InstallPlace, MovedPackage, UpgradedPackage } from "../../../world/packages/managers/manager.ts";
import { editsHash } from "../inside/edits-hash.ts";
import type { EditedPackages, InsideContext, OpenedPackages } from "../inside/opened-packages.ts";
import { ownerOf } from "../inside/owner-of.ts";
import { editCommand } from "./edit-command.ts";
import { type InstalledSide, installedFiles, joined } from "./installed-files.ts";
import type { LockedSearch } from "./locked-search.ts";
import type { InstalledCandidate, LockedWorlds } from "./locked-worlds.ts";
import { hasSeveralVersions } from "./several-versions.ts";

/** Packages that the manager installs in each candidate: after it has, the files of some are exchanged. */
export function lockedInside(context: LockedSearch, worlds: LockedWorlds, trees: CandidateTrees): InsideContext {
  const { run, difference } = context;
  const upgradedIn = (causes: DeltaSet) => difference.packages.filter((each, i) => causes.has(i) && isUpgraded(each));
  const sides: Partial<Record<Side, Promise<InstalledSide>>> = {};
  const sideOf = (side: Side) => (sides[side] ??= install(context, trees, side));
  return {
    ...{ run, all: DeltaSet.range(0, difference.packages.length) },
    namesIn: (causes) => upgradedIn(causes).map(({ name }) => name),
    open: async (causes) => {
      const upgraded = upgradedIn(causes) as readonly UpgradedPackage[];
      const several = upgraded.find(hasSeveralVersions);
      if (several) return `No lines were looked for in ${several.name}: it is there in several versions at once.`;
      const [old, now] = [await sideOf("old"), await sideOf("new")];
      const both = upgraded.map((each) => ({ old: installedFiles(each, old), new: installedFiles(each, now) }));
      const missing = upgraded.filter((_, i) => !both[i]!.old || !both[i]!.new).map(({ name }) => name);
      if (missing.length > 0) return notInFolders(context, missing);
      const changes = await changesBetween(
        joined(both.map((each) => each.old!)),
        joined(both.map((each) => each.new!)),
      );
      return opened(context, worlds, { upgraded, changes });
    },
  };
}

type Side = "old" | "new";

function isUpgraded({ old, new: now }: MovedPackage): boolean {
  return old !== undefined && now !== undefined;
}

async function install(context: LockedSearch, trees: CandidateTrees, side: Side): Promise<InstalledSide> {
  const at = await installSide(context, trees, side);
  const environment = { ...process.env, ...context.manager.environment?.(at) };
  return { side, at, environment, folders: context.manager.folders };
}

function notInFolders({ manager }: LockedSearch, names: readonly string[]): string {
  return `No lines were looked for in ${listText(names)}: ${manager.name} has installed no folder with its files.`;
}

interface Opened {
  readonly upgraded: readonly UpgradedPackage[];
  readonly changes: Changes;
}

function opened(context: LockedSearch, worlds: LockedWorlds, { upgraded, changes }: Opened): OpenedPackages {
  const { shown } = context.manager.folders;
  const candidate = ({ base, set }: EditedPackages): InstalledCandidate => {
    const placed = changes.compose(set);
    return {
      files: candidateFiles(context, base),
      edits: editsHash(placed),
      install: (at) => [context.manager.install(at), ...editCommands(context, { upgraded, placed, at })].join(" && "),
    };
  };
  const tops = new Set(upgraded.map(({ name }) => `${shown(name)}/`));
  const [top] = tops.size === 1 ? tops : [];
  const packageOf = ownerOf(upgraded, ({ name }) => `${shown(name)}/`);
  return {
    names: [...new Set(upgraded.map(({ name }) => name))],
    upgrades: DeltaSet.of(...upgraded.map((each) => context.difference.packages.indexOf(each))),
    versionAt: (path, side) => {
      const { name, [side]: version } = packageOf(path)!;
      return `${name} ${version}`;
    },
    changes,
    world: (edited) => worlds.worldWith(candidate(edited)),
    freshWorld: (edited) => worlds.worldWith({ ...candidate(edited), fresh: true }),
    // As the managers' own patches of packages have it.
    pathInPatch: (path) => (top === undefined ? path : path.slice(top.length)),
  };
}

interface Edits {
  readonly upgraded: readonly UpgradedPackage[];
  readonly placed: readonly Placed[];
  readonly at: InstallPlace;
}

/** One for each folder in which packages are shown, and the manager's own checks. */
function editCommands(context: LockedSearch, { upgraded, placed, at }: Edits): string[] {
  const { shown, find, check } = context.manager.folders;
  const byTop = new Map(upgraded.map((each) => [`${shown(each.name)}/`, each]));
  // A module may have a name that goes on from that of another.
  const packageOf = ownerOf([...byTop.values()], ({ name }) => `${shown(name)}/`);
  const edits = Array.from(byTop, ([top, each], i) => {
    const inside = placed.filter(({ path }) => packageOf(path) === each);
    return editCommand(join(at.kept, `edits-${i}`), {
      find: find(each, at),
      placed: inside.map(({ path, item }) => ({ path: path.slice(top.length), item })),
    });
  });
  return [...edits, ...(check === undefined ? [] : [...byTop.values()].map((each) => check(each, at)))];
}
