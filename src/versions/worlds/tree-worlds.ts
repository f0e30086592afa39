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

/** Packages that a tree has in the place of those that are installed where the user stands. */
export interface Equipment {
  /** Where in the tree they are installed; "" at the top. */
  readonly inside: string;
  /** The folders of packages from there on. */
  readonly folders: readonly string[];
  readonly packages: readonly InstalledPackage[];
  /** What is at the places of lockfiles: what goes with these packages. */
  readonly lockfiles: readonly Placed[];
}

/** What all worlds have in common. */
export interface Common {
  /** A new tree for each test. */
  readonly fresh: boolean;
  /** Files that are the user's in every candidate. */
  readonly own: ReadonlyMap<string, Item | undefined>;
  readonly provided: readonly ProvidedFolder[];
  readonly experiment: (folder: string) => Experiment;
}

/** How trees become worlds. */
export interface Worlds {
  /** What is the same in every candidate, and so no change. */
  readonly isPinned: (path: string) => boolean;
  readonly world: (tree: Tree) => World;
  /** The same in a tree of its own that no test has seen, made by a way of its own. */
  readonly freshWorld: (tree: Tree, finish?: (folder: string) => void) => World;
}

/** Worlds with the packages that lie where the user stands, or with others. */
export function worldsWith({ fresh, own, provided, experiment }: Common): (equipment?: Equipment) => Worlds {
  const warmTrees = new Map<string, Warm>();
  return (equipment) => {
    const pins = new Map([...(equipment?.lockfiles ?? []).map(({ path, item }) => [path, item] as const), ...own]);
    const pinned = [...pins].map(([path, item]) => ({ path, item }));
    const withPinned = ({ base, placed }: Tree): Tree => ({
      base,
      placed: [...placed.filter(({ path }) => !pins.has(path)), ...pinned],
    });
    const packagesName = equipment && nameOf(equipment);
    const content = (tree: Tree) => {
      const hash = treeHash(withPinned(tree));
      return packagesName === undefined ? hash : contentHash(`${hash} ${packagesName}`);
    };
    const make = (warm: Warm, tree: Tree) => {
      warm.tree.become(withPinned(tree));
      if (equipment) warm.packages!.become(equipment.packages);
      return warm.tree.folder;
    };
    const freshWorld: Worlds["freshWorld"] = (tree, finish) => ({
      content: content(tree),
      ownProgram: true,
      make: (folder) => {
        const made = make(warmIn(folder, provided, equipment), tree);
        finish?.(made);
        return experiment(made);
      },
    });
    const world: Worlds["world"] = (tree) => ({
      content: content(tree),
      ownProgram: true,
      make: (_, keptFolder) => {
        const key = keyOf(keptFolder, equipment);
        const warm = warmTrees.get(key) ?? warmIn(key, provided, equipment);
        warmTrees.set(key, warm);
        return experiment(make(warm, tree));
      },
      cleanUp: ({ kept }, end) => {
        if (end === "interrupted") warmTrees.get(keyOf(kept, equipment))?.tree.distrust();
      },
    });
    return { isPinned: (path) => pins.has(path), freshWorld, world: fresh ? freshWorld : world };
  };
}

type Warm = Pick<WarmProject, "tree"> & Partial<WarmProject>;

/** A tree that was made with the user's packages is none for others. */
function keyOf(keptFolder: string, equipment: Equipment | undefined): string {
  return equipment ? join(keptFolder, "equipped") : keptFolder;
}

function warmIn(folder: string, provided: readonly ProvidedFolder[], equipment: Equipment | undefined): Warm {
  if (!equipment) return { tree: new WarmTree(join(folder, "tree"), providing(provided)) };
  const { inside, folders } = equipment;
  const replaced = new Set(folders.map((each) => join(inside, each)));
  return warmProject(folder, inside, providing(provided.filter(({ path }) => !replaced.has(path))));
}

/** Equal for equal packages at equal places. */
function nameOf({ inside, packages }: Equipment): string {
  return contentHash(JSON.stringify([inside, packages.map(({ path, id }) => [path, id])]));
}
