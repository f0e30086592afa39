import { join } from "node:path";
import type { Experiment, World } from "../../trial/laboratory.ts";
import type { Placed } from "../../world/changes/version-diff.ts";
import { contentHash } from "../../world/files/content-hash.ts";
import type { InstalledPackage } from "../../world/packages/incremental-install.ts";
import { type WarmProject, warmProject } from "../../world/packages/project-checkout.ts";
import { type Tree, WarmTree } from "../../world/tree/incremental-checkout.ts";
import { treeHash } from "../../world/tree/tree-hash.ts";
import type { Item } from "../../world/tree/version.ts";
import { type ProvidedFolder, providing } from "./provided-folders.ts";

/** How a tree becomes a world. */
export interface TreeWorlds {
  /** Whether a path is the same in every candidate, so that it is no change. */
  readonly isPinned: (path: string) => boolean;
  readonly world: (tree: Tree) => World;
  /** The same in a new folder that no test has used; `finish` makes the last changes there. */
  readonly freshWorld: (tree: Tree, finish?: (folder: string) => void) => World;
}

/** Packages that a tree has instead of those in the user's folder. */
export interface TreePackages {
  /** The folder of the tree in which they are installed; "" at the top. */
  readonly inside: string;
  /** The `node_modules` folders, relative to that. */
  readonly folders: readonly string[];
  readonly packages: readonly InstalledPackage[];
  /** The lockfiles that belong to these packages. */
  readonly lockfiles: readonly Placed[];
}

/** What all worlds of a run have in common. */
export interface CommonParts {
  /** Use a new tree for each test. */
  readonly fresh: boolean;
  /** Files that are the user's in every candidate. */
  readonly own: ReadonlyMap<string, Item | undefined>;
  readonly provided: readonly ProvidedFolder[];
  readonly experiment: (folder: string) => Experiment;
}

/** Worlds with the given packages, or else with those in the user's folder. */
export function treeWorlds(common: CommonParts): (packages?: TreePackages) => TreeWorlds {
  const { fresh, own, provided, experiment } = common;
  const warmTrees = new Map<string, Warm>();
  return (packages) => {
    const pins = new Map([...(packages?.lockfiles ?? []).map(({ path, item }) => [path, item] as const), ...own]);
    const pinned = [...pins].map(([path, item]) => ({ path, item }));
    const withPinned = ({ base, placed }: Tree): Tree => ({
      base,
      placed: [...placed.filter(({ path }) => !pins.has(path)), ...pinned],
    });
    const contentOf = contentWith(packages);
    const make = (warm: Warm, tree: Tree) => {
      warm.tree.become(withPinned(tree));
      if (packages) warm.packages!.become(packages.packages);
      return warm.tree.folder;
    };
    const freshWorld: TreeWorlds["freshWorld"] = (tree, finish) => ({
      content: contentOf(withPinned(tree)),
      ownProgram: true,
      make: (folder) => {
        const made = make(warmIn(folder, provided, packages), tree);
        finish?.(made);
        return experiment(made);
      },
    });
    const world: TreeWorlds["world"] = (tree) => ({
      content: contentOf(withPinned(tree)),
      ownProgram: true,
      make: (_, keptFolder) => {
        const folder = warmFolder(keptFolder, packages);
        const warm = warmTrees.get(folder) ?? warmIn(folder, provided, packages);
        warmTrees.set(folder, warm);
        return experiment(make(warm, tree));
      },
      cleanUp: ({ kept }, end) => {
        if (end === "interrupted") warmTrees.get(warmFolder(kept, packages))?.tree.distrust();
      },
    });
    return { isPinned: (path) => pins.has(path), freshWorld, world: fresh ? freshWorld : world };
  };
}

/** A hash of a tree and of the packages in it, by their places. */
function contentWith(packages: TreePackages | undefined): (tree: Tree) => string {
  if (!packages) return treeHash;
  const hash = contentHash(JSON.stringify([packages.inside, packages.packages.map(({ path, id }) => [path, id])]));
  return (tree) => contentHash(`${treeHash(tree)} ${hash}`);
}

type Warm = Pick<WarmProject, "tree"> & Partial<WarmProject>;

/** A tree with packages of its own cannot be reused as one with the user's. */
function warmFolder(keptFolder: string, packages: TreePackages | undefined): string {
  return packages ? join(keptFolder, "with-packages") : keptFolder;
}

function warmIn(folder: string, provided: readonly ProvidedFolder[], packages: TreePackages | undefined): Warm {
  if (!packages) return { tree: new WarmTree(join(folder, "tree"), providing(provided)) };
  const { inside, folders } = packages;
  const replaced = new Set(folders.map((each) => join(inside, each)));
  return warmProject(folder, inside, providing(provided.filter(({ path }) => !replaced.has(path))));
}
