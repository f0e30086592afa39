import { existsSync, mkdirSync } from "node:fs";
import { join, relative } from "node:path";
import type { DeltaSet } from "../../core/delta-set.ts";
import type { Experiment, World } from "../../trial/laboratory.ts";
import { contentHash } from "../../world/content.ts";
import { treeHash } from "../../world/tree-hash.ts";
import { WarmTree } from "../../world/warm-tree.ts";
import { isInstalled, type LockEntry, type Lockfile, nameAt } from "./lockfile.ts";
import { readTest } from "./own-files.ts";
import { type Possible, possibleIn, withPeersTogether } from "./possible.ts";
import type { PackagesRequest } from "./request.ts";
import { type Project, projectTree, type Sides } from "./sides.ts";
import { type Tree as Installation, Upgrades } from "./upgrades.ts";
import { type Installed, WarmPackages } from "./warm-packages.ts";

/** Where the packages of both sides are installed: folders of our own. */
export interface Stores {
  readonly old: string;
  readonly new: string;
}

/** The upgrades, and what all candidates have in common. */
export interface Setting {
  readonly upgrades: Upgrades;
  readonly possible: Possible;
  readonly notes: readonly string[];
  readonly world: (candidate: Candidate) => World;
  /** The same in a folder that no test has seen. */
  readonly freshWorld: (candidate: Candidate) => World;
  readonly stores: Stores;
}

/** What is installed in a world. */
export interface Candidate {
  readonly packages: readonly Installed[];
  /** Changes made to some of the packages. */
  readonly edited?: Edited;
}

export interface Edited {
  /** Where the packages are. */
  readonly paths: readonly string[];
  /** A name for what comes of it. */
  readonly content: string;
  /** Makes the changes in the project's folder. */
  readonly edit: (folder: string) => void;
}

export function settingOf(request: PackagesRequest, sides: Sides, stores: Stores): Setting {
  const { cwd, build } = request;
  const { project } = sides;
  const { words, rewritten } = readTest(request.test, cwd, project.home);
  const tree = projectTree(project, request);
  const hash = treeHash(tree);
  const place = project.home === undefined ? project.inside : relative(project.home, cwd);
  const experiment = (folder: string): Experiment => {
    const inside = join(folder, place);
    mkdirSync(inside, { recursive: true });
    return {
      argv: words,
      cwd: inside,
      ...(build === undefined ? {} : { build: ["sh", "-c", build] }),
      environment: { CULPRIT_CWD: cwd },
      stdin: undefined,
      candidate: [],
    };
  };
  const make = (warm: Warm, { packages, edited }: Candidate) => {
    warm.tree.become(tree);
    warm.packages.become(packages);
    if (edited) {
      edited.edit(join(warm.tree.folder, project.inside));
      for (const path of edited.paths) warm.packages.spoil(path);
    }
    return experiment(warm.tree.folder);
  };
  const content = ({ packages, edited }: Candidate) =>
    contentHash(JSON.stringify([hash, build, packages.map(({ path, id }) => [path, id]), edited?.content]));
  const rooms = new Map<string, Warm>();
  const freshWorld = (candidate: Candidate): World => ({
    content: content(candidate),
    make: (folder) => make(warmIn(folder, project), candidate),
  });
  const upgrades = withPeersTogether(
    Upgrades.between(installation(sides.old.lockfile, stores.old), installation(sides.new.lockfile, stores.new)),
  );
  return {
    upgrades,
    possible: possibleIn(upgrades),
    notes: rewritten,
    stores,
    freshWorld,
    world: (candidate) =>
      request.fresh
        ? freshWorld(candidate)
        : {
            content: content(candidate),
            make: (_, room) => {
              const warm = rooms.get(room) ?? warmIn(room, project);
              rooms.set(room, warm);
              return make(warm, candidate);
            },
            cutShort: (room) => rooms.get(room)?.tree.distrust(),
          },
  };
}

interface Warm {
  readonly tree: WarmTree;
  readonly packages: WarmPackages;
}

function warmIn(folder: string, { inside }: Project): Warm {
  const own = { fill: () => {}, holds: (path: string) => path === join(inside, "node_modules") };
  const tree = new WarmTree(join(folder, "tree"), own);
  return { tree, packages: new WarmPackages(join(tree.folder, inside), join(folder, "shelf")) };
}

/** What npm has installed of a lockfile: it leaves out optional packages that are for other systems. */
function installation({ entries }: Lockfile, store: string): Installation {
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
export function allInstalled(lockfile: Lockfile, store: string): Installed[] {
  return [...installation(lockfile, store)].map(([path, entry]) => installed(path, entry, store));
}

/** The packages with some upgrades made. */
export function packagesOf({ upgrades, stores }: Pick<Setting, "upgrades" | "stores">, set: DeltaSet): Installed[] {
  return upgrades.paths.flatMap((path) => {
    const side = upgrades.sideAt(path, set);
    const tree = upgrades.trees[side];
    const entry = tree.get(path);
    return entry ? [installed(path, entry, stores[side])] : [];
  });
}

/** A package of a lockfile in the folder where that was installed. */
export function installed(path: string, entry: LockEntry, store: string): Installed {
  const { link, resolved, version, integrity } = entry;
  const id = link ? `link ${resolved}` : `${version} ${integrity ?? resolved}`;
  return {
    path,
    id,
    from: link ? { link: resolved! } : { folder: join(store, path) },
    bin: programsOf(path, entry),
  };
}

function programsOf(path: string, entry: LockEntry): Record<string, string> {
  const { bin = {} } = entry;
  return typeof bin === "string" ? { [nameAt(path, entry).split("/").at(-1)!]: bin } : { ...bin };
}
