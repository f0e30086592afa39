import { statSync } from "node:fs";
import { homedir } from "node:os";
import { basename, dirname, join, relative, sep } from "node:path";
import { UserError } from "../../core/user-error.ts";
import type { Experiment, TestFolders } from "../../trial/experiment.ts";
import type { Overlay } from "../../trial/isolation/overlays.ts";
import { Repository } from "../../world/git/repository.ts";
import type { SentFolders } from "../tree/links.ts";
import { entryAt, layOver, withEntry, withoutEntry } from "../tree/merge-trees.ts";
import type { TreeReader } from "../tree/read-tree.ts";
import { TreeFolder } from "../tree/tree-folder.ts";

/**
 * What is never sent unless the user names it, wherever it is: records of runs, with all that their tests printed, and a history
 * that may be large and hold anything. In a submodule or worktree, `.git` is a file that leads to nothing on a worker.
 */
const notSent = [".culprit", ".git"];

/** A tree, and the folder of this machine that it is seen in place of. */
export interface PlacedTree {
  readonly at: string;
  readonly tree: TreeFolder;
}

interface UserFolder {
  readonly links: SentFolders;
  readonly positions?: ReadonlyMap<string, number>;
}

interface UserFilesOptions {
  /** What is sent besides. */
  readonly uploads?: readonly string[];
  /** Where files are in git's index, if their times are to say which of them is newer, and no more. */
  readonly positionsIn?: (folder: string) => ReadonlyMap<string, number>;
}

/** The user's files as an experiment sees them. They are read once: all tests of a run see the same. */
export class UserFiles {
  readonly #reader: TreeReader;
  readonly #uploads: readonly string[];
  readonly #positionsIn: (folder: string) => ReadonlyMap<string, number>;
  readonly #read = new Map<string, TreeFolder>();

  constructor(reader: TreeReader, { uploads = [], positionsIn = () => new Map() }: UserFilesOptions = {}) {
    this.#reader = reader;
    this.#uploads = uploads;
    this.#positionsIn = positionsIn;
  }

  /** The folders that an experiment sees: those of its overlays, or else the project in which it runs. */
  treesOf({ overlays = [], cwd }: Experiment, folders: TestFolders): PlacedTree[] {
    if (overlays.length > 0) return overlays.map((overlay) => ({ at: overlay.at, tree: this.#overlaid(overlay) }));
    if (cwd === undefined || Object.values(folders).some((folder) => isIn(cwd, folder))) return [];
    const at = Repository.containing(cwd)?.root ?? cwd;
    return [{ at, tree: this.#folder(at) }];
  }

  /** A file or folder of the user's that a test reads, in the folder that it is in. */
  single(path: string): PlacedTree {
    const isFolder = statSync(path).isDirectory();
    const at = isFolder ? path : dirname(path);
    if (isFolder) return { at, tree: this.#folder(at) };
    const file = this.#reader.readEntry(path, false);
    return { at, tree: file ? TreeFolder.of({ [basename(path)]: file }) : new TreeFolder() };
  }

  #folder(path: string): TreeFolder {
    if (path === homedir() || path === "/") {
      throw new UserError(`A test on an engine would take all of ${path} along. Start in the folder of a project.`);
    }
    const known = this.#read.get(path);
    if (known) return known;
    const links = { at: path, sent: [path, ...this.#uploads] };
    const tree = this.#readFolder(path, { links, positions: this.#positionsIn(path) });
    this.#read.set(path, tree);
    return tree;
  }

  #readFolder(folder: string, { links, ...more }: UserFolder): TreeFolder {
    const isLeftOut = (path: string) => !this.#mayBeSent(links.at + path.slice(folder.length), links.at);
    return this.#reader.readFolder(folder, { times: true, links, isLeftOut, ...more });
  }

  /** False for what is never sent, unless the user names it, something above it that is never sent either, or something in it. */
  #mayBeSent(path: string, root: string): boolean {
    if (!hasUnsentName(path, root)) return true;
    const isNamed = (upload: string) => notSent.includes(basename(upload)) || hasUnsentName(upload, root);
    return this.#uploads.some((upload) => isIn(upload, path) || (isIn(path, upload) && isNamed(upload)));
  }

  /** As the system shows it: what is hidden goes with the folders that are empty without it. */
  #overlaid({ at, lower, upper, emptied, hidden }: Overlay): TreeFolder {
    let tree = this.#folder(lower);
    for (const path of [...emptied, ...hidden]) {
      if (entryAt(tree, path) instanceof TreeFolder) tree = withEntry(tree, path, new TreeFolder());
    }
    tree = layOver(tree, this.#readFolder(upper, { links: { at, sent: [at, lower, ...this.#uploads] } }));
    for (const path of hidden) {
      const entry = entryAt(tree, path);
      if (!(entry instanceof TreeFolder) || entry.entries.size === 0) tree = withoutEntry(tree, path);
    }
    return tree;
  }
}

function hasUnsentName(path: string, root: string): boolean {
  const below = isIn(path, root) ? path.slice(root.length).split(sep) : [];
  return below.some((name) => notSent.includes(name));
}

export function isIn(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder + sep);
}

/** The innermost folder that contains all of these. */
export function commonFolder(paths: readonly string[]): string {
  return paths.reduce((a, b) => {
    let shared = a;
    while (!isIn(b, shared) && shared !== "/") shared = dirname(shared);
    return shared;
  }, paths[0] ?? "/");
}

/** Where a folder of the user's is on the worker, below the folder that all of them are in. */
export function placeThere(at: string, all: string): string {
  return join("/tree", relative(all, at));
}
