import { type Dirent, existsSync, type FSWatcher, readdirSync, watch } from "node:fs";
import { dirname, join } from "node:path";
import { statIfThere } from "../../../world/files/stat-if-there.ts";
import { Repository } from "../../../world/git/repository.ts";
import { isExcluded } from "../../../world/tree/version.ts";

/** Milliseconds without a further change after which files count as saved: an editor writes one in several steps. */
const quiet = 60;
/** Milliseconds between two looks, where the system cannot tell us of changes. */
const pollInterval = 2000;

/**
 * Says when something may have changed in a folder. Each folder with files that git does not ignore is watched by itself, so that the
 * many that it does cost nothing. Where the system allows no more watches, it says so every two seconds.
 */
export class FolderWatch {
  readonly #root: string;
  readonly #onChange: () => void;
  readonly #watchers = new Map<string, WatchedFolder>();
  #pending: NodeJS.Timeout | undefined;
  #poll: NodeJS.Timeout | undefined;

  constructor(root: string, onChange: () => void) {
    this.#root = root;
    this.#onChange = onChange;
    this.refresh();
  }

  /** Whether the system tells us of all changes. */
  get isComplete(): boolean {
    return this.#poll === undefined;
  }

  /** Watches new folders too, and no longer those that are gone. Returns whether there are new ones: something may be in them already. */
  refresh(): boolean {
    const folders = foldersOf(this.#root);
    for (const [folder, { watcher, identity }] of this.#watchers)
      if (!folders.has(folder) || identity !== identityOf(join(this.#root, folder))) {
        watcher.close();
        this.#watchers.delete(folder);
      }
    const before = this.#watchers.size;
    for (const folder of folders) if (!this.#watchers.has(folder) && this.isComplete) this.#watch(folder);
    return this.#watchers.size > before;
  }

  close(): void {
    clearTimeout(this.#pending);
    clearInterval(this.#poll);
    for (const { watcher } of this.#watchers.values()) watcher.close();
    this.#watchers.clear();
  }

  #watch(folder: string): void {
    try {
      const watcher = watch(join(this.#root, folder), () => this.#changed());
      watcher.on("error", () => watcher.close());
      this.#watchers.set(folder, { watcher, identity: identityOf(join(this.#root, folder)) });
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === "ENOSPC" || code === "EMFILE") this.#poll = setInterval(this.#onChange, pollInterval);
    }
  }

  #changed(): void {
    clearTimeout(this.#pending);
    this.#pending = setTimeout(this.#onChange, quiet);
  }
}

interface WatchedFolder {
  readonly watcher: FSWatcher;
  /** A folder that is removed and made anew, as git does, has the same path, and its watcher is deaf. */
  readonly identity: string;
}

/** Differs for folders that were at the same path at different times, also where the system uses a number again. */
function identityOf(path: string): string {
  const { ino, birthtimeMs } = statIfThere(path) ?? {};
  return `${ino} ${birthtimeMs}`;
}

/** Relative to the root, with the root itself. */
function foldersOf(root: string): Set<string> {
  const repository = Repository.containing(root);
  const folders = new Set<string>([""]);
  const files = repository
    ? repository
        .withWorkTree(root)
        .fields(["ls-files", "-z", "--cached", "--others", "--exclude-standard"])
        // With folders that are still empty.
        .concat(
          repository.withWorkTree(root).fields(["ls-files", "-z", "--others", "--exclude-standard", "--directory"]),
        )
        .filter((path) => !isExcluded(path))
    : walk(root);
  for (const file of files)
    for (
      let folder = file.endsWith("/") ? file.slice(0, -1) : dirname(file);
      folder !== "." && !folders.has(folder);
      folder = dirname(folder)
    )
      folders.add(folder);
  return new Set([...folders].filter((folder) => existsSync(join(root, folder))));
}

function walk(root: string): string[] {
  const enter = (folder: string): string[] =>
    entriesOf(join(root, folder)).flatMap((entry) => {
      if (isExcluded(entry.name)) return [];
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
      return entry.isDirectory() ? [`${path}/`, ...enter(path)] : [path];
    });
  return enter("");
}

/** None: it is gone by now, or closed to us. */
function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
