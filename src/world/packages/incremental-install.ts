import {
  chmodSync,
  constants,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { dirname, join, relative } from "node:path";
import { behindLinkIn } from "../files/behind-link.ts";
import { lstatIfThere } from "../files/stat-if-there.ts";

/** A package to be put at a path. */
export interface InstalledPackage {
  readonly path: string;
  /** Equal for packages of the same content. */
  readonly id: string;
  /** The folder in our own store that holds it; or, from the project's folder on, where a link leads. */
  readonly from: { readonly folder: string } | { readonly link: string };
  /** Its programs, by name. */
  readonly bin: Readonly<Record<string, string>>;
}

/** With more files than this, packages that stay are not checked for changes by a test. */
const maxCheckedFiles = 5000;

/**
 * The packages installed in a project's folder, which become one set after the other. A worker has its own copy of every
 * package that it ever needed: those in use stand in their places, the others lie on a shelf beside, and to exchange two
 * is to rename two folders. No file is shared with the store or with another worker, so a test that writes into an
 * installed package can reach neither; and if a test did, the package is copied again.
 */
export class WarmPackages {
  readonly #tree: string;
  readonly #inside: string;
  readonly #shelf: string;
  readonly #placed = new Map<string, Copy>();
  /** Copies that are not in use, by path and id. */
  readonly #shelved = new Map<string, Copy>();
  #copies = 0;
  #files = 0;

  /** `inside`: the project's folder in the tree. `shelf` must be on the same file system. */
  constructor({ tree, inside, shelf }: { readonly tree: string; readonly inside: string; readonly shelf: string }) {
    this.#tree = tree;
    this.#inside = inside;
    this.#shelf = shelf;
  }

  get #project(): string {
    return join(this.#tree, this.#inside);
  }

  /** `packages` in the order of their paths: each before those inside it. */
  become(all: readonly InstalledPackage[]): void {
    const packages = this.#inTree(all);
    const wanted = new Map(packages.map((each) => [each.path, each]));
    this.#removeLinks([...this.#placed.keys(), ...wanted.keys()]);
    const changed = [...this.#placed].filter(([path, copy]) => !this.#stays(copy, wanted.get(path)));
    const moving = withThoseInside(
      changed.map(([path]) => path),
      [...this.#placed.keys()],
    );
    for (const path of moving.reverse()) this.#takeAway(path);
    this.#clear([...wanted.keys()]);
    for (const each of packages) if (!this.#placed.has(each.path)) this.#place(each);
    linkPrograms(this.#project, packages);
  }

  /** Those whose place is in the tree. Where the candidate has a link instead of a folder, there is no place for any. */
  #inTree(packages: readonly InstalledPackage[]): readonly InstalledPackage[] {
    const isBehindLink = behindLinkIn(this.#tree);
    const isOut = (path: string) => isBehindLink(join(this.#inside, firstModulesIn(path)));
    for (const path of this.#placed.keys()) if (isOut(path)) this.#placed.delete(path);
    return packages.filter(({ path }) => !isOut(path));
  }

  /** Marks a package that we have changed ourselves, so that it is not used again. */
  markChanged(path: string): void {
    const copy = this.#placed.get(path);
    if (copy) this.#placed.set(path, { ...copy, looks: undefined });
  }

  #stays(copy: Copy, wanted: InstalledPackage | undefined): boolean {
    if (wanted?.id !== copy.id || copy.looks === undefined) return false;
    const place = join(this.#project, wanted.path);
    return this.#files > maxCheckedFiles ? existsSync(place) : isUntouched(place, copy);
  }

  /** To the shelf, or, where a test has changed it, away. What is inside it must have gone before. */
  #takeAway(path: string): void {
    const copy = this.#placed.get(path)!;
    const place = join(this.#project, path);
    this.#placed.delete(path);
    if (isFolder(place)) remove(join(place, "node_modules"));
    if (!isFolder(place) || copy.looks === undefined || !isUntouched(place, copy)) {
      remove(place);
      this.#files -= copy.looks?.size ?? 0;
      return;
    }
    mkdirSync(this.#shelf, { recursive: true });
    renameSync(place, copy.folder);
    this.#shelved.set(`${path} ${copy.id}`, copy);
  }

  #place({ path, id, from }: InstalledPackage): void {
    const place = join(this.#project, path);
    mkdirSync(dirname(place), { recursive: true });
    remove(place);
    const key = `${path} ${id}`;
    const known = this.#shelved.get(key);
    this.#shelved.delete(key);
    if (known && existsSync(known.folder)) renameSync(known.folder, place);
    else if ("link" in from) symlinkSync(relative(dirname(place), join(this.#project, from.link)), place);
    else copyPackage(from.folder, place);
    const copy = known ?? { id, folder: join(this.#shelf, String(this.#copies++)), looks: looksOf(place) };
    if (!known) this.#files += copy.looks?.size ?? 0;
    this.#placed.set(path, copy);
  }

  /** Where a test has put a link in the place of a folder of ours, what that leads to is not ours. */
  #removeLinks(paths: readonly string[]): void {
    for (const folder of [...foldersAround(paths)].sort()) {
      const place = join(this.#project, folder);
      if (isFolder(place) || !lstatIfThere(place)) continue;
      rmSync(place);
      for (const path of this.#placed.keys()) if (path.startsWith(`${folder}/`)) this.#placed.delete(path);
    }
  }

  /** Removes what a test has left among the packages: a cache of one candidate must not serve the next. */
  #clear(wanted: readonly string[]): void {
    const placed = [...this.#placed.keys()];
    const expected = new Set([...placed, ...foldersAround(placed)]);
    for (const folder of new Set([...wanted, ...placed].map((path) => dirname(path)))) {
      for (const name of namesIn(join(this.#project, folder))) {
        const path = `${folder}/${name}`;
        if (name !== ".bin" && !expected.has(path)) remove(join(this.#project, path));
      }
    }
  }
}

/** Links further in are those of a test, and are removed. */
function firstModulesIn(path: string): string {
  return /^(?:.*?\/)?node_modules(?=\/|$)/.exec(path)?.[0] ?? path;
}

interface Copy {
  readonly id: string;
  /** Where it lies when it is not in use. */
  readonly folder: string;
  /** How each of its files and folders looked when it was made; undefined: do not use it again. */
  readonly looks: ReadonlyMap<string, string> | undefined;
}

function withThoseInside(paths: readonly string[], all: readonly string[]): string[] {
  return all.filter((path) => paths.some((outer) => path === outer || path.startsWith(`${outer}/`))).sort();
}

/** Every folder that is for packages to be in: `node_modules`, the scopes in it, and packages that have some inside. */
function foldersAround(paths: readonly string[]): Set<string> {
  const folders = new Set<string>();
  for (const path of paths) {
    let folder = dirname(path);
    while (/(?:^|\/)node_modules(?:$|\/)/.test(folder) && !folders.has(folder)) {
      folders.add(folder);
      folder = dirname(folder);
    }
  }
  return folders;
}

/** Copies so that writing to the copy does not change the original; without the packages inside. */
function copyPackage(from: string, to: string): void {
  const inside = join(from, "node_modules");
  cpSync(from, to, {
    mode: constants.COPYFILE_FICLONE,
    recursive: true,
    verbatimSymlinks: true,
    preserveTimestamps: true,
    filter: (source) => source !== inside,
  });
}

function looksOf(place: string): Map<string, string> {
  const looks = new Map<string, string>([["", namesAt(place)]]);
  if (!lstatSync(place).isDirectory()) return looks;
  const enter = (folder: string) => {
    for (const entry of readdirSync(join(place, folder), { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (path === "node_modules") continue;
      looks.set(path, lookAt(join(place, path)));
      if (entry.isDirectory()) enter(path);
    }
  };
  enter("");
  return looks;
}

function isUntouched(place: string, { looks }: Copy): boolean {
  if (namesAt(place) !== looks!.get("")) return false;
  for (const [path, look] of looks!) if (path !== "" && lookAt(join(place, path)) !== look) return false;
  return true;
}

/** The time of the folder itself changes with the packages inside it, so it is known by the names in it. */
function namesAt(place: string): string {
  const stat = lstatIfThere(place);
  if (!stat?.isDirectory()) return stat?.isSymbolicLink() ? readlinkSync(place) : "";
  return namesIn(place)
    .filter((name) => name !== "node_modules")
    .sort()
    .join("/");
}

function lookAt(path: string): string {
  const stat = lstatIfThere(path);
  return stat ? `${stat.ino} ${stat.isDirectory() ? "" : stat.size} ${stat.mtimeMs} ${stat.mode}` : "";
}

function isFolder(path: string): boolean {
  return lstatIfThere(path)?.isDirectory() === true;
}

function namesIn(folder: string): string[] {
  return isFolder(folder) ? readdirSync(folder) : [];
}

/** Removes anything, even if a test has taken away permissions. */
function remove(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch {
    for (const name of ["", ...readdirSync(path, { recursive: true })]) {
      const inside = join(path, String(name));
      if (lstatIfThere(inside)?.isDirectory()) chmodSync(inside, 0o700);
    }
    rmSync(path, { recursive: true, force: true });
  }
}

/** Updates the links in `.bin` folders. */
function linkPrograms(project: string, packages: readonly InstalledPackage[]): void {
  const folders = new Map<string, Map<string, string>>();
  for (const { path, bin } of packages) {
    const around = path.slice(0, path.lastIndexOf("node_modules/") + "node_modules".length);
    const links = folders.get(around) ?? new Map<string, string>();
    folders.set(around, links);
    for (const [name, file] of Object.entries(bin)) links.set(name, relative(join(around, ".bin"), join(path, file)));
  }
  for (const [around, links] of folders) {
    const folder = join(project, around, ".bin");
    const there = namesIn(folder);
    if (links.size === 0) {
      if (there.length > 0) remove(folder);
      continue;
    }
    for (const name of there) if (!links.has(name)) remove(join(folder, name));
    if (!isFolder(folder)) remove(folder); // a test may have left a link
    mkdirSync(folder, { recursive: true });
    for (const [name, target] of links) {
      const link = join(folder, name);
      const stat = lstatIfThere(link);
      if (stat?.isSymbolicLink() && readlinkSync(link) === target) continue;
      if (stat) remove(link);
      symlinkSync(target, link);
    }
  }
}
