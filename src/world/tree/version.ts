import {
  constants,
  copyFileSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  type Stats,
  writeFileSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";
import { reasonOf } from "../../core/reason.ts";
import { UserError } from "../../core/user-error.ts";
import { blobId, type Repository } from "../git/repository.ts";

/** A file or a link of a version. Its content is read when it is needed. */
export interface Item {
  readonly kind: "file" | "link" | "module";
  readonly executable: boolean;
  /** As git names contents. */
  readonly id: string;
  readonly bytes: () => Uint8Array;
}

/** The mode of an item in git. */
export function modeOf({ kind, executable }: Item): string {
  return kind === "link" ? "120000" : executable ? "100755" : "100644";
}

/** A state of a tree of files: a commit, a folder, the working tree. */
export interface Version {
  /** For people. */
  readonly name: string;
  readonly commit?: string;
  /** The folder that it was read from. */
  readonly root?: string;
  /** By path, with slashes. */
  readonly items: ReadonlyMap<string, Item>;
  /** Reads the contents of these ahead, where that is quicker than one by one. */
  readonly load?: (paths: readonly string[]) => void;
  /** Makes all of it real in an empty folder. */
  readonly checkOut: (folder: string) => void;
}

/** Never part of a version: the data of version control, the records of runs, installed packages. */
const excludedNames = new Set([".git", ".culprit", "node_modules"]);

/** A commit of a repository. */
export function commitVersion(repository: Repository, commit: string, name: string): Version {
  const items = new Map<string, Item>();
  const contents = new Map<string, Uint8Array>();
  const load = (paths: readonly string[]) => {
    const files = paths.flatMap((path) => {
      const item = items.get(path);
      return item && item.kind !== "module" && !contents.has(path) ? [{ id: item.id, path }] : [];
    });
    for (const [i, bytes] of repository.contents(files).entries()) contents.set(files[i]!.path, bytes);
  };
  for (const line of repository.fields(["ls-tree", "-r", "-z", commit])) {
    const [mode, , id, path] = /^(\d+) (\w+) (\w+)\t(.*)$/s.exec(line)!.slice(1) as [string, string, string, string];
    if (isExcluded(path)) continue;
    items.set(path, {
      kind: mode === "120000" ? "link" : mode === "160000" ? "module" : "file",
      executable: mode === "100755",
      id,
      bytes: () => {
        load([path]);
        return contents.get(path) ?? new Uint8Array();
      },
    });
  }
  const checkOut = (folder: string) => {
    const index = `${folder}.index`;
    try {
      const env = { GIT_INDEX_FILE: index };
      repository.bytes(["read-tree", commit], { env });
      repository.bytes(["checkout-index", "--all", "--force", `--prefix=${folder}/`], { env });
    } catch (error) {
      // git does not report a full disk, but writing a file does.
      writeFileSync(index, Buffer.alloc(2 ** 20));
      throw error;
    } finally {
      rmSync(index, { force: true });
    }
    removePackages(folder);
  };
  return { name, commit, items, load, checkOut };
}

/** Packages that are committed are not part of the difference; tests use those installed in the user's folder. */
function removePackages(folder: string): void {
  rmSync(join(folder, "node_modules"), { recursive: true, force: true });
}

/** The files of a repository as they are now: those that git tracks, and new ones that it does not ignore. */
export function workingTree(repository: Repository): Version {
  const changed = new Set(repository.fields(["diff-files", "--name-only", "-z"]));
  const ids = new Map<string, string>();
  const modules = new Set<string>();
  const modes = new Map<string, boolean>();
  const hasModes = repository.text(["config", "--type=bool", "--default=true", "--get", "core.fileMode"]) === "true";
  for (const line of repository.fields(["ls-files", "--stage", "-z"])) {
    const [, mode, id, path] = /^(\d+) (\w+) \d\t(.*)$/s.exec(line)!;
    if (mode === "160000") modules.add(path!);
    if (!hasModes) modes.set(path!, mode === "100755");
    if (!changed.has(path!)) ids.set(path!, id!);
  }
  const others = repository.fields(["ls-files", "--others", "--exclude-standard", "-z"]);
  const paths = [...new Set([...ids.keys(), ...changed, ...others])].filter((path) => !isExcluded(path));
  return filesVersion(repository.root, paths, { name: "the working tree", ids, modules, modes });
}

function isExcluded(path: string): boolean {
  return path.split("/").some((part) => excludedNames.has(part));
}

/** A folder with all that is in it. */
export function folderVersion(root: string, name: string): Version {
  const paths: string[] = [];
  const enter = (folder: string) => {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      if (excludedNames.has(entry.name)) continue;
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) enter(path);
      else paths.push(path);
    }
  };
  enter("");
  return filesVersion(root, paths, { name, ids: new Map(), modules: new Set(), modes: new Map() });
}

interface Known {
  readonly name: string;
  /** The ids of contents, where they are known without reading. */
  readonly ids: ReadonlyMap<string, string>;
  /** Submodules. Any other folder in the place of a file is there for what is in it. */
  readonly modules: ReadonlySet<string>;
  /** Which files can be executed, where the file system cannot tell. */
  readonly modes: ReadonlyMap<string, boolean>;
}

function filesVersion(root: string, paths: readonly string[], { name, ids, modules, modes }: Known): Version {
  const items = new Map<string, Item>();
  for (const path of [...paths].sort()) {
    if (path.includes("\ufffd")) throw new UserError(`The name of ${path} is not valid UTF-8. Rename it first.`);
    const item = itemAt(join(root, path), { id: ids.get(path), executable: modes.get(path) });
    if (item && (item.kind !== "module" || modules.has(path))) items.set(path, item);
  }
  const checkOut = (folder: string) => {
    const made = new Set<string>();
    for (const [path, { kind }] of items) {
      const inner = dirname(join(folder, path));
      if (!made.has(inner)) mkdirSync(inner, { recursive: true });
      made.add(inner);
      if (kind === "file") copyFileSync(join(root, path), join(folder, path), constants.COPYFILE_FICLONE);
      else copy(join(root, path), join(folder, path));
    }
  };
  return { name, root, items, checkOut };
}

/** Undefined if there is nothing, or neither a file nor a link: a device, a socket. */
export function itemAt(
  path: string,
  known: { id?: string | undefined; executable?: boolean | undefined } = {},
): Item | undefined {
  const stat = lookAt(path);
  if (!stat) return undefined;
  if (stat.isDirectory())
    return { kind: "module", executable: false, id: known.id ?? "", bytes: () => new Uint8Array() };
  const link = stat.isSymbolicLink();
  if (!stat.isFile() && !link) return undefined;
  let read: Uint8Array | undefined;
  // Read only once: the user may keep working on the file.
  const bytes = () => {
    read ??= readAt(path, link);
    return read;
  };
  let { id } = known;
  return {
    kind: link ? "link" : "file",
    executable: !link && (known.executable ?? (stat.mode & 0o100) !== 0),
    get id() {
      id ??= blobId(read ?? readAt(path, link));
      return id;
    },
    bytes,
  };
}

function lookAt(path: string): Stats | undefined {
  try {
    return lstatSync(path);
  } catch (error) {
    if (["ENOENT", "ENOTDIR"].includes((error as NodeJS.ErrnoException).code!)) return undefined;
    throw new UserError(`Cannot read ${path}: ${reasonOf(error)}.`);
  }
}

function readAt(path: string, link: boolean): Uint8Array {
  try {
    return link ? readlinkSync(path, { encoding: "buffer" }) : readFileSync(path);
  } catch (error) {
    throw new UserError(`Cannot read ${path}: ${reasonOf(error)}.`);
  }
}

/** Copies so that writing to the copy does not change the original; the file system may share what is equal. */
export function copy(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  const share = { mode: constants.COPYFILE_FICLONE };
  cpSync(from, to, {
    ...share,
    recursive: true,
    verbatimSymlinks: true,
    preserveTimestamps: true,
    errorOnExist: false,
  });
}

/** The version that the user named: a folder, or a revision of the repository. */
export function versionNamed(named: string, cwd: string, repository: Repository | undefined): Version {
  const folder = resolve(cwd, named);
  const isFolder = existsSync(folder) && lstatSync(folder).isDirectory();
  const commit = repository?.resolveCommit(named);
  if (commit && isFolder && /[/.]/.test(named)) return folderVersion(folder, named);
  if (commit) return commitVersion(repository!, commit, named);
  if (isFolder) return folderVersion(folder, named);
  throw new UserError(
    repository
      ? `${named} is neither a folder nor a revision of the repository here.`
      : `${named} is not a folder, and there is no git repository here.`,
  );
}
