import { join } from "node:path";
import type { Experiment } from "../../trial/experiment.ts";
import type { World } from "../../trial/laboratory.ts";
import type { Placed } from "../../world/changes/version-diff.ts";
import { contentHash } from "../../world/files/content-hash.ts";
import type { InstalledPackage } from "../../world/packages/incremental-install.ts";
import { type WarmProject, warmProject } from "../../world/packages/project-checkout.ts";
import { type Tree, WarmTree } from "../../world/tree/incremental-checkout.ts";
import { treeHash } from "../../world/tree/tree-hash.ts";
import type { Item } from "../../world/tree/version.ts";
import type { PlaceOptions, TreePlace, TreeView } from "./tree-place.ts";
import type { TreeReuse } from "./tree-reuse.ts";

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
  /** Where a manager installs them, before the test: the experiment with that. */
  readonly installing?: (experiment: Experiment, folder: string) => Experiment;
}

/** What all worlds of a run have in common. */
export interface CommonParts {
  readonly reuse: TreeReuse;
  /** Files that are the user's in every candidate. */
  readonly own: ReadonlyMap<string, Item | undefined>;
  readonly placeWith: (options: PlaceOptions) => TreePlace;
  readonly experiment: (view: TreeView, folder: string) => Experiment;
}

/** How some worlds of a run differ from the others. */
export interface WorldOptions {
  readonly packages?: TreePackages | undefined;
  /** What the trees are made without, although it is in the user's folder. */
  readonly without?: readonly string[];
}

/** Worlds with the given packages, or else with those in the user's folder. */
export function treeWorlds(common: CommonParts): (options?: WorldOptions) => TreeWorlds {
  const { reuse, own, placeWith, experiment } = common;
  const warmTrees = new Map<string, Warm>();
  return ({ packages, without = [] } = {}) => {
    const pins = new Map([...(packages?.lockfiles ?? []).map(({ path, item }) => [path, item] as const), ...own]);
    const pinned = [...pins].map(([path, item]) => ({ path, item }));
    const withPinned = ({ base, placed }: Tree): Tree => ({
      base,
      placed: [...placed.filter(({ path }) => !pins.has(path)), ...pinned],
    });
    const replaced = packages ? packages.folders.map((each) => join(packages.inside, each)) : [];
    const place = placeWith({ replaced, without });
    const contentOf = contentWith({ packages, without }, reuse);
    const make = (warm: Warm, tree: Tree, finish?: (folder: string) => void) => {
      const whole = withPinned(tree);
      warm.tree.become(whole);
      warm.packages?.become(packages!.packages);
      finish?.(warm.tree.folder);
      const made = experiment(place.view(warm.tree.folder, finish ? undefined : whole), warm.tree.folder);
      return packages?.installing?.(made, warm.tree.folder) ?? made;
    };
    const freshWorld: TreeWorlds["freshWorld"] = (tree, finish) => ({
      content: contentOf(withPinned(tree)),
      ownProgram: true,
      make: (folder) => make(warmIn(folder, place, packages), tree, finish),
    });
    const warmWorld: TreeWorlds["world"] = (tree) => ({
      content: contentOf(withPinned(tree)),
      ownProgram: true,
      make: (_, keptFolder) => {
        const folder = warmFolder(keptFolder, packages !== undefined);
        const warm = warmTrees.get(folder) ?? warmIn(folder, place, packages);
        warmTrees.set(folder, warm);
        if (reuse.mode === "cleaned") warm.tree.distrust();
        return make(warm, tree);
      },
      cleanUp: ({ kept }, end) => {
        if (end === "interrupted") warmTrees.get(warmFolder(kept, packages !== undefined))?.tree.distrust();
      },
    });
    const isFresh = () => reuse.mode === "fresh" || without.length > 0;
    const world: TreeWorlds["world"] = (tree) => (isFresh() ? freshWorld(tree) : warmWorld(tree));
    return { isPinned: (path) => pins.has(path), freshWorld, world };
  };
}

/** A hash of a tree, of the packages in it by their places, and of what else outcomes may depend on. */
function contentWith({ packages, without = [] }: WorldOptions, reuse: TreeReuse): (tree: Tree) => string {
  const parts = [
    ...(packages ? [packages.inside, packages.packages.map(({ path, id }) => [path, id])] : []),
    ...(without.length > 0 ? [{ without }] : []),
  ];
  return (tree) => {
    // What was observed in reused trees says nothing once they have turned out to matter.
    const all = reuse.mode === reuse.first ? parts : [...parts, reuse.mode];
    return all.length === 0 ? treeHash(tree) : contentHash(`${treeHash(tree)} ${contentHash(JSON.stringify(all))}`);
  };
}

type Warm = Pick<WarmProject, "tree"> & Partial<WarmProject>;

/** A tree with packages of its own cannot be reused as one with the user's. */
function warmFolder(keptFolder: string, replaced: boolean): string {
  return replaced ? join(keptFolder, "with-packages") : keptFolder;
}

/** Where the tree of a new world is, in the folder of its test. */
export function treeIn(folder: string): string {
  return join(folder, "tree");
}

function warmIn(folder: string, { provided }: TreePlace, packages: TreePackages | undefined): Warm {
  if (!packages) return { tree: new WarmTree(treeIn(folder), provided) };
  if (packages.installing) {
    const paths = packages.folders.map((each) => join(packages.inside, each));
    return { tree: new WarmTree(treeIn(folder), { ...provided, paths: [...paths, ...provided.paths] }) };
  }
  return warmProject(folder, packages.inside, provided);
}
