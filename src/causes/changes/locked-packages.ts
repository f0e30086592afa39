import { existsSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { DeltaSet } from "../../core/delta-set.ts";
import { UserError } from "../../core/user-error.ts";
import { entryOf } from "../../versions/packages/locked/entry.ts";
import { explainLocked } from "../../versions/packages/locked/explain-locked.ts";
import { fillCaches } from "../../versions/packages/locked/fill-caches.ts";
import { placedFiles, placeFor, withInstallation } from "../../versions/packages/locked/installation.ts";
import {
  candidateFiles,
  type LockedContext,
  type LockedSides,
  lockText,
} from "../../versions/packages/locked/locked-context.ts";
import type { TreePackages } from "../../versions/worlds/tree-worlds.ts";
import { treeOf } from "../../versions/worlds/trees.ts";
import type { VersionPair } from "../../versions/worlds/version-pair.ts";
import type { Placed } from "../../world/changes/version-diff.ts";
import { installCommand } from "../../world/packages/lockfile-names.ts";
import type { LockedManager, SideFiles } from "../../world/packages/managers/manager.ts";
import { loadManager, managerOfFile } from "../../world/packages/managers/managers.ts";
import { usersEnvironment } from "../../world/packages/managers/python/environment.ts";
import { poetrysEnvironment } from "../../world/packages/managers/python/poetry-environment.ts";
import { NotInstalled } from "../../world/packages/not-installed.ts";
import { otherLockfiles, projectFolder } from "../../world/packages/package-list.ts";
import { foldersOfVersion } from "../../world/tree/list-folders.ts";
import type { Version } from "../../world/tree/version.ts";
import type { ChangesContext } from "./context.ts";
import type { ChangesRequest } from "./request.ts";
import type { DifferingPackages, VersionPackages } from "./version-packages.ts";

interface Traits {
  /** The file that says what the project requires: it has to agree with the lockfile. */
  readonly manifest: string;
  /** Whether the user has installed packages in this folder; always where a manager installs while it builds. */
  readonly isInstalledIn: (folder: string) => boolean;
}

const javaScript: Traits = {
  manifest: "package.json",
  isInstalledIn: (folder) => ["node_modules", ".pnp.cjs"].some((name) => existsSync(join(folder, name))),
};
const python: Traits = {
  manifest: "pyproject.toml",
  isInstalledIn: (folder) => usersEnvironment(folder) !== undefined,
};
const traits: Readonly<Record<LockedManager, Traits>> = {
  ...{ pnpm: javaScript, yarn: javaScript, bun: javaScript },
  ...{ uv: python, pip: python },
  poetry: { ...python, isInstalledIn: (folder) => poetrysEnvironment(folder) !== undefined },
  cargo: { manifest: "Cargo.toml", isInstalledIn: () => true },
  go: { manifest: "go.mod", isInstalledIn: () => true },
};

/** Whether there may be packages of a lockfile: only with those of JavaScript it is known where they would be. */
export function mayBeInstalled(project: string, lockfile: string): boolean {
  const manager = managerOfFile(lockfile);
  const isJavaScript = manager === "npm" || (manager !== undefined && traits[manager] === javaScript);
  return !isJavaScript || javaScript.isInstalledIn(join(project, dirname(lockfile)));
}

/** The packages of both versions, if lockfiles differ of one manager that installs every candidate itself. */
export function differingLocked(
  pair: VersionPair,
  { cwd }: Pick<ChangesRequest, "cwd">,
): DifferingPackages | undefined {
  const { old, new: now, home, repository } = pair;
  const inside = home === undefined ? "" : relative(home, projectFolder(cwd, repository));
  const textOf = (version: Version, name: string) => version.items.get(join(inside, name))?.id;
  const [lockfile, ...more] = otherLockfiles.filter((name) => {
    const [before, after] = [textOf(old, name), textOf(now, name)];
    return before !== undefined && after !== undefined && before !== after && !pair.isPinned(join(inside, name));
  });
  const manager = lockfile === undefined ? undefined : managerOfFile(lockfile);
  if (lockfile === undefined || more.length > 0 || manager === undefined || manager === "npm") return undefined;
  const user = join(home ?? now.root ?? old.root!, inside);
  const { manifest, isInstalledIn } = traits[manager];
  return {
    inside,
    lockfiles: [join(inside, lockfile)],
    installer: installCommand(lockfile),
    installsInTest: true,
    areInstalledHere: () => isInstalledIn(user),
    install: (context) => install(context, { manager, lockfile, inside, user, manifest }),
  };
}

interface Found {
  readonly manager: LockedManager;
  readonly lockfile: string;
  readonly inside: string;
  /** The user's folder with the lockfile. */
  readonly user: string;
  readonly manifest: string;
}

async function install(context: ChangesContext, found: Found): Promise<VersionPackages | string | undefined> {
  const { run, pair } = context;
  try {
    const manager = await loadManager(found.manager);
    const sides = sidesOf(pair, found);
    for (const side of [sides.old, sides.new]) lockText(side);
    const difference = await manager.compare(sides.old, sides.new);
    if (difference.packages.length === 0)
      return `${pair.old.name} and ${pair.new.name} install the same packages here.`;
    const locked: LockedContext = { run, manager, sides, difference, test: context.request.test, home: found.user };
    const manifests = manifestsOf(pair, found, difference.manifests);
    if (manifests.length > 0)
      run.note(`Every candidate has the ${found.manifest} of ${pair.new.name}: the lockfiles have to agree with it.`);
    const placed = (set: DeltaSet) =>
      withoutTwins([...manifests, ...placedFiles(found.inside, candidateFiles(locked, set))]);
    if (!(await fillCaches(locked, { project: treeOf(pair, pair.new), placed }))) return undefined;
    return {
      lockfiles: [join(found.inside, found.lockfile)],
      installer: installCommand(found.lockfile),
      all: DeltaSet.range(0, difference.packages.length),
      pairWith: (set) => pair.withPackages(packagesWith(locked, placed(set))),
      explain: (world) => explainLocked(locked, world),
      entries: ({ failing }) =>
        difference.packages
          .filter((_, i) => failing.has(i))
          .map((each) => entryOf(each, manager.projectName(sides.new))),
    };
  } catch (error) {
    // A resumed run cannot continue without them: its outcomes so far are of worlds with these packages.
    if (!(error instanceof UserError) || run.ends) throw error;
    return error instanceof NotInstalled ? error.summary : error.message;
  }
}

function packagesWith(locked: LockedContext, lockfiles: readonly Placed[]): TreePackages {
  const { manager, sides } = locked;
  return {
    ...{ inside: sides.project.inside, folders: manager.installed, packages: [], lockfiles },
    installing: (experiment, folder) => {
      const at = placeFor(locked, folder, { network: false });
      return withInstallation(locked, experiment, { at, command: manager.install(at) });
    },
  };
}

function sidesOf({ old, new: now, home }: VersionPair, { lockfile, inside }: Found): LockedSides {
  const filesOf = (version: Version): SideFiles => {
    const foldersIn = foldersOfVersion(version);
    return {
      name: version.name,
      lockfile,
      read: (path) => {
        const bytes = version.items.get(join(inside, path))?.bytes();
        return bytes && Buffer.from(bytes).toString("utf8");
      },
      listFolders: (folder) => foldersIn(join(inside, folder)),
    };
  };
  return { old: filesOf(old), new: filesOf(now), project: { version: now, inside, home } };
}

/** Those of the new version, where they differ: a manager refuses a lockfile that does not agree with its manifests. */
function manifestsOf(
  { old, new: now, isPinned }: VersionPair,
  { inside }: Found,
  manifests: readonly string[],
): Placed[] {
  return manifests
    .map((path) => join(inside, path))
    .filter((path) => old.items.get(path)?.id !== now.items.get(path)?.id && !isPinned(path))
    .map((path) => ({ path, item: now.items.get(path) }));
}

/** Of two items for one path, the last. */
function withoutTwins(placed: readonly Placed[]): Placed[] {
  return [...new Map(placed.map((each) => [each.path, each])).values()];
}
