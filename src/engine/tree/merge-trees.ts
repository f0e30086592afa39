import { type TreeEntry, TreeFolder } from "./tree-folder.ts";

/** The lower tree with everything of the upper one over it. Folders of which the upper one knows nothing stay the same value. */
export function layOver(lower: TreeFolder, upper: TreeFolder): TreeFolder {
  if (upper.entries.size === 0) return lower;
  const entries = new Map(lower.entries);
  for (const [name, entry] of upper.entries) {
    const below = entries.get(name);
    entries.set(name, entry instanceof TreeFolder && below instanceof TreeFolder ? layOver(below, entry) : entry);
  }
  return new TreeFolder(entries);
}

export function entryAt(tree: TreeFolder, path: string): TreeEntry | undefined {
  let at: TreeEntry | undefined = tree;
  for (const name of namesIn(path)) at = at instanceof TreeFolder ? at.entries.get(name) : undefined;
  return at;
}

/** The tree with another entry at a path. */
export function withEntry(tree: TreeFolder, path: string, entry: TreeEntry): TreeFolder {
  const [name, ...rest] = namesIn(path);
  if (name === undefined) return entry instanceof TreeFolder ? entry : tree;
  const below = tree.entries.get(name);
  const folder = below instanceof TreeFolder ? below : new TreeFolder();
  const entries = new Map(tree.entries);
  entries.set(name, rest.length === 0 ? entry : withEntry(folder, rest.join("/"), entry));
  return new TreeFolder(entries);
}

/** The tree without an entry, and without the folders that are empty then. */
export function withoutEntry(tree: TreeFolder, path: string): TreeFolder {
  const [name, ...rest] = namesIn(path);
  const below = name === undefined ? undefined : tree.entries.get(name);
  if (name === undefined || below === undefined) return tree;
  const entries = new Map(tree.entries);
  entries.delete(name);
  if (rest.length === 0) return new TreeFolder(entries);
  if (!(below instanceof TreeFolder)) return tree;
  const left = withoutEntry(below, rest.join("/"));
  if (left.entries.size > 0) entries.set(name, left);
  return left === below ? tree : new TreeFolder(entries);
}

function namesIn(path: string): string[] {
  return path.split("/").filter((part) => part !== "" && part !== ".");
}
