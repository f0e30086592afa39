import { readdirSync } from "node:fs";
import { join, posix } from "node:path";
import type { Version } from "./version.ts";

/** Lists the names of the folders in a folder; "" is the root. A link to a folder is none. */
export type ListFolders = (folder: string) => readonly string[];

/** Of a version. All its paths are read once, when the first folder is asked for. */
export function foldersOfVersion({ items }: Pick<Version, "items">): ListFolders {
  let names: ReadonlyMap<string, ReadonlySet<string>> | undefined;
  return (folder) => {
    names ??= folderNames(items.keys());
    return [...(names.get(posix.normalize(folder)) ?? [])];
  };
}

/** Of a folder on disk. */
export function foldersOnDisk(root: string): ListFolders {
  return (folder) => {
    try {
      const entries = readdirSync(join(root, folder), { withFileTypes: true });
      return entries.filter((each) => each.isDirectory()).map(({ name }) => name);
    } catch {
      return [];
    }
  };
}

/** The names of the folders in each folder; "." is the root. */
function folderNames(paths: Iterable<string>): Map<string, Set<string>> {
  const names = new Map<string, Set<string>>();
  for (const path of paths) {
    let folder = posix.dirname(path);
    while (folder !== ".") {
      const parent = posix.dirname(folder);
      const siblings = names.get(parent) ?? new Set();
      const name = posix.basename(folder);
      // Then all folders above it are known, too.
      if (siblings.has(name)) break;
      names.set(parent, siblings.add(name));
      folder = parent;
    }
  }
  return names;
}
