import {
  chmodSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmdirSync,
  rmSync,
  type Stats,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { removeFolder } from "../../trial/fresh-folder.ts";
import { foldersOf, type Placed } from "../changes/version-diff.ts";
import { lstatIfThere } from "../files/stat-if-there.ts";
import type { Item, Version } from "./version.ts";

/** A tree to be made real: a version with some of its paths changed. */
export interface Tree {
  readonly base: Version;
  /** Everything that is, or may be, other than in the base. */
  readonly placed: readonly Placed[];
}

/** Larger trees are not checked for changes by a test; a fresh tree confirms what is found. */
const maxCheckedFiles = 3000;

/** Milliseconds added to a file's time, so that it is newer than anything built before, on any clock. */
const clockMargin = 5;

/** What belongs to no version and is in every tree: installed packages, submodules. */
export interface Provided {
  /** Puts it into a new folder. */
  readonly fill: (folder: string) => void;
  /** The paths of what it puts there. */
  readonly paths: readonly string[];
}

/**
 * A folder that becomes one tree after the other. Only what differs is written. What a test added (what it built) stays;
 * what it changed or removed in the tree itself is restored.
 */
export class WarmTree {
  readonly folder: string;
  readonly #provided: Provided;
  #base: Version | undefined;
  /** What was written, with its stat data at that time. */
  readonly #written = new Map<string, { readonly item: Item | undefined; readonly look: string }>();
  /** Which paths are folders, as far as known since the last change. */
  readonly #folders = new Map<string, boolean>();

  #distrusted = false;

  constructor(folder: string, provided: Provided = { fill: () => {}, paths: [] }) {
    this.folder = folder;
    this.#provided = provided;
  }

  /** A process was killed while it wrote here: build results may be incomplete, yet newer than their sources. */
  distrust(): void {
    this.#distrusted = true;
  }

  become({ base, placed }: Tree): void {
    this.#folders.clear();
    if (this.#base !== base || !this.#isFolder(".")) this.#start(base);
    else if (this.#distrusted) this.#clean(base);
    this.#distrusted = false;
    // Removals come first: they make space for additions.
    const changed = placed.filter(({ path, item }) => !this.#holds(path, item));
    const isPlaced = new Set(placed.map(({ path }) => path));
    for (const [path, { item }] of this.#written) {
      if (!isPlaced.has(path) && (item !== base.items.get(path) || !this.#holds(path, item)))
        changed.push({ path, item: base.items.get(path) });
    }
    base.load?.(changed.flatMap(({ path, item }) => (item && item === base.items.get(path) ? [path] : [])));
    for (const { path, item } of changed) if (!item) this.#write(path, undefined);
    for (const { path, item } of changed) if (item) this.#write(path, item);
  }

  /** From nothing. */
  #start(base: Version): void {
    removeFolder(this.folder);
    this.#folders.clear();
    this.#written.clear();
    mkdirSync(this.folder, { recursive: true });
    base.checkOut(this.folder);
    this.#provided.fill(this.folder);
    this.#base = base;
    if (base.items.size > maxCheckedFiles) return;
    for (const [path, item] of base.items)
      if (item.kind !== "module") this.#written.set(path, { item, look: this.#look(path) });
  }

  /** Removes all that is neither of the tree nor was provided. */
  #clean(base: Version): void {
    const own = new Set<string>(base.items.keys());
    for (const [path, { item }] of this.#written) if (item) own.add(path);
    const provided = new Set(this.#provided.paths);
    const folders = new Set([...own, ...provided].flatMap(foldersOf));
    const enter = (folder: string) => {
      for (const entry of readdirSync(join(this.folder, folder), { withFileTypes: true })) {
        const path = folder === "." ? entry.name : `${folder}/${entry.name}`;
        if (own.has(path) || provided.has(path)) continue;
        if (!entry.isDirectory()) rmSync(join(this.folder, path));
        else if (folders.has(path) && this.#isFolder(path)) enter(path);
        else removeFolder(join(this.folder, path));
      }
    };
    enter(".");
    this.#folders.clear();
  }

  /** Whether the path holds this already, and nobody has touched it since. */
  #holds(path: string, item: Item | undefined): boolean {
    const written = this.#written.get(path);
    if (written) return written.item === item && written.look === this.#look(path);
    return item === this.#base?.items.get(path) && (item !== undefined || this.#look(path) === "");
  }

  #write(path: string, item: Item | undefined): void {
    const place = join(this.folder, path);
    const there = this.#stat(path);
    if (!item) {
      if (there && !there.isDirectory()) rmSync(place);
      this.#removeEmptyFolders(dirname(path));
    } else {
      if (there?.isDirectory()) removeFolder(place);
      this.#makeFolder(dirname(path));
      writeItem(place, item);
    }
    this.#removeCompiled(path);
    this.#folders.clear();
    this.#written.set(path, { item, look: this.#look(path) });
  }

  /**
   * Removes what Python has compiled of a file. It goes by the size of the source and by its time in whole seconds, and two
   * candidates may have the same size and be made in the same second.
   */
  #removeCompiled(path: string): void {
    const [, name] = /([^/]*)\.py$/.exec(path) ?? [];
    const cache = join(dirname(path), "__pycache__");
    if (name === undefined || !this.#isFolder(cache)) return;
    for (const each of readdirSync(join(this.folder, cache)))
      if (each.startsWith(`${name}.`) && each.endsWith(".pyc")) rmSync(join(this.folder, cache, each), { force: true });
  }

  /** What stands in the way of a folder is not of this tree. */
  #makeFolder(path: string): void {
    if (this.#isFolder(path)) return;
    this.#makeFolder(dirname(path));
    const place = join(this.folder, path);
    rmSync(place, { force: true });
    mkdirSync(place, { recursive: true });
    this.#folders.clear();
  }

  /** As git does: a folder is there for its files. */
  #removeEmptyFolders(path: string): void {
    try {
      for (let each = path; each !== "." && this.#isFolder(each); each = dirname(each))
        rmdirSync(join(this.folder, each));
    } catch {} // it is not empty
  }

  #look(path: string): string {
    return lookOf(this.#stat(path));
  }

  #stat(path: string): Stats | undefined {
    if (!this.#isFolder(dirname(path))) return undefined;
    return lstatIfThere(join(this.folder, path));
  }

  /**
   * Whether a path is a folder of this tree. If a test has replaced it with a link, the target is not ours; if a test has
   * made it inaccessible, it is made accessible again.
   */
  #isFolder(path: string): boolean {
    const known = this.#folders.get(path);
    if (known !== undefined) return known;
    const is = (path === "." || this.#isFolder(dirname(path))) && opened(join(this.folder, path));
    this.#folders.set(path, is);
    return is;
  }
}

function opened(place: string): boolean {
  const there = lstatIfThere(place);
  if (!there?.isDirectory()) return false;
  if ((there.mode & 0o700) !== 0o700) chmodSync(place, 0o755);
  return true;
}

/** Folders come and go with what is in them. In an overlay, a device stands for a file that was removed. */
function lookOf(stat: Stats | undefined): string {
  return stat && !stat.isDirectory() && !stat.isCharacterDevice()
    ? `${stat.ino} ${stat.size} ${stat.mtimeMs} ${stat.mode}`
    : "";
}

/** Writes under another name first, so that no reader sees an incomplete file, and nothing is written through a link. */
function writeItem(place: string, item: Item): void {
  const beside = `${place}.culprit`;
  rmSync(beside, { force: true });
  if (item.kind === "link") symlinkSync(Buffer.from(item.bytes()), beside);
  else {
    writeFileSync(beside, item.bytes());
    chmodSync(beside, item.executable ? 0o755 : 0o644);
    const now = (Date.now() + clockMargin) / 1000;
    utimesSync(beside, now, now);
  }
  renameSync(beside, place);
}
