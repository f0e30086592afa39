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
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";
import { reasonOf } from "../../core/reason.ts";
import { UserError } from "../../core/user-error.ts";
import { behindLinkIn } from "../files/behind-link.ts";
import { blobId, type Repository } from "../git/repository.ts";
import { filesInCheckout } from "../git/sparse-checkout.ts";
import { namesOfConverted, StoredFiles } from "./stored-files.ts";

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
  return kind === "link" ? link : executable ? "100755" : "100644";
}

/** A state of a tree of files: a commit, a folder, the working tree. */
export interface Version {
  /** For people. */
  readonly name: string;
  readonly commit?: string;
  /** The commit that a working tree was checked out from. */
  readonly parent?: string;
  /** The folder that it was read from. */
  readonly root?: string;
  /** What the user should know about files that are missing, or not as they should be. */
  readonly notes?: readonly string[];
  /** By path, with slashes. */
  readonly items: ReadonlyMap<string, Item>;
  /** Reads the contents of these ahead, where that is quicker than one by one. */
  readonly load?: (paths: readonly string[]) => void;
  /** Makes all of it real in an empty folder. */
  readonly checkOut: (folder: string) => void;
}

/** Never part of a version: the data of version control, the records of runs, installed packages. */
const excludedNames = new Set([".git", ".culprit", "node_modules"]);

/** A commit of a repository, as a checkout would have it. */
export function commitVersion(repository: Repository, commit: string, name: string): Version {
  const { entries, isSparse } = entriesOf(repository, commit);
  const stored = new StoredFiles(
    repository,
    entries.filter(({ mode }) => mode !== link),
  );
  const links = new Map(entries.flatMap(({ path, id, mode }) => (mode === link ? [[path, id]] : [])));
  const contents = new Map<string, Uint8Array>();
  const load = (paths: readonly string[]) => {
    const wanted = paths.filter((path) => !contents.has(path) && (items.get(path)?.kind ?? "module") !== "module");
    const [targets, files] = [wanted.filter((path) => links.has(path)), wanted.filter((path) => !links.has(path))];
    for (const [i, bytes] of repository.blobs(targets.map((path) => links.get(path)!)).entries())
      contents.set(targets[i]!, bytes);
    for (const [i, bytes] of stored.contents(files).entries()) contents.set(files[i]!, bytes);
  };
  const items = new Map(
    entries.map(({ path, id, mode }): [string, Item] => {
      const kind = kindOf(repository, mode);
      const bytes = () => {
        load([path]);
        return contents.get(path) ?? new Uint8Array();
      };
      const executable = mode === "100755";
      return [
        path,
        kind !== "file" || links.has(path)
          ? { kind, executable, id, bytes }
          : {
              ...{ kind, executable, bytes },
              get id() {
                return stored.idOf(path);
              },
            },
      ];
    }),
  );
  const notes = [...(isSparse ? [sparseNote] : []), ...stored.notes];
  return { name, commit, notes, items, load, checkOut: (folder) => checkOut(repository, commit, folder) };
}

interface TreeFile {
  readonly path: string;
  readonly id: string;
  readonly mode: string;
}

const sparseNote =
  "Sparse checkout: files outside it are missing from every version. To include them: git sparse-checkout disable";

/** What a checkout of a commit would create. */
function entriesOf(
  repository: Repository,
  commit: string,
): { readonly entries: readonly TreeFile[]; readonly isSparse: boolean } {
  const all = repository.fields(["ls-tree", "-r", "-z", commit]).map((line): TreeFile => {
    const [, mode, id, path] = /^(\d+) \w+ (\w+)\t(.*)$/s.exec(line)!;
    return { path: path!, id: id!, mode: mode! };
  });
  const entries = all.filter(({ path }) => !isExcluded(path));
  const kept = filesInCheckout(repository, entries);
  return { entries: kept, isSparse: kept.length < entries.length };
}

/** Modes in git. */
const link = "120000";
const submodule = "160000";

/** Where the file system has no links, git writes a file with the link's target. */
function kindOf(repository: Repository, mode: string): Item["kind"] {
  if (mode === submodule) return "module";
  return mode === link && repository.setting("core.symlinks") !== "false" ? "link" : "file";
}

/** Git does it, in a folder that is empty: by the attributes of that commit, and as sparse as the user's checkout. */
function checkOut(repository: Repository, commit: string, folder: string): void {
  const index = `${folder}.index`;
  try {
    const words = ["-c", "submodule.recurse=false", "read-tree", "-m", "-u", commit];
    repository.withWorkTree(folder).bytes(words, { env: { GIT_INDEX_FILE: index } });
  } catch (error) {
    // git does not report a full disk, but writing a file does.
    writeFileSync(index, Buffer.alloc(2 ** 20));
    throw error;
  } finally {
    rmSync(index, { force: true });
  }
  removePackages(repository, commit, folder);
}

/** Packages that are committed are not part of the difference; tests use those installed in the user's folder. */
function removePackages(repository: Repository, commit: string, folder: string): void {
  const listed = repository.fields(["ls-tree", "-r", "-z", "--name-only", commit]);
  const packages = listed.flatMap((path) => /^(?:.*?\/)?node_modules(?=\/|$)/s.exec(path)?.[0] ?? []);
  for (const path of new Set(packages)) rmSync(join(folder, path), { recursive: true, force: true });
}

/**
 * The files of a repository as they are now: those that git tracks, and new ones that it does not ignore, unless they are
 * what a run writes.
 */
export function workingTree(repository: Repository, isWritten: (path: string) => boolean = () => false): Version {
  const changed = new Set(repository.fields(["diff-files", "--name-only", "-z"]));
  const ids = new Map<string, string>();
  const modules = new Set<string>();
  const modes = new Map<string, boolean>();
  const hasModes = repository.text(["config", "--type=bool", "--default=true", "--get", "core.fileMode"]) === "true";
  const tracked = repository.fields(["ls-files", "--stage", "-z"]).map((line) => {
    const [, mode, id, path] = /^(\d+) (\w+) \d\t(.*)$/s.exec(line)!;
    if (mode === submodule) modules.add(path!);
    if (!hasModes) modes.set(path!, mode === "100755");
    if (!changed.has(path!)) ids.set(path!, id!);
    return path!;
  });
  for (const [path, id] of namesOfConverted(repository, ids)) {
    if (id === undefined) ids.delete(path);
    else ids.set(path, id);
  }
  const odd = repository.oddFields(["ls-files", "-z", "--cached", "--others", "--exclude-standard"]);
  const others = repository
    .fields(["ls-files", "--others", "--exclude-standard", "-z"])
    .filter((path) => !isWritten(path) && !isExcluded(path));
  const paths = [
    ...new Set([...tracked.filter((path) => !isExcluded(path)), ...others.filter((path) => !odd.has(path))]),
  ];
  const notes = others
    .filter((path) => odd.has(path))
    .map((path) => `${path} is left out: its name is not valid UTF-8, and git does not track it.`);
  const version = filesVersion(repository.root, paths, { name: "the working tree", ids, modules, modes, odd });
  const parent = repository.resolveCommit("HEAD");
  return { ...version, notes, ...(parent === undefined ? {} : { parent }) };
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
      else if (path.includes("\ufffd")) throw new UserError(`The name of ${path} is not valid UTF-8. Rename it first.`);
      else paths.push(path);
    }
  };
  enter("");
  return filesVersion(root, paths, { name, ids: new Map(), modules: new Set(), modes: new Map(), odd: new Map() });
}

interface Known {
  readonly name: string;
  /** The ids of contents, where they are known without reading. */
  readonly ids: ReadonlyMap<string, string>;
  /** Submodules. Any other folder in the place of a file is there for what is in it. */
  readonly modules: ReadonlySet<string>;
  /** Which files can be executed, where the file system cannot tell. */
  readonly modes: ReadonlyMap<string, boolean>;
  /** The bytes of paths that are not valid UTF-8. */
  readonly odd: ReadonlyMap<string, Buffer>;
}

function filesVersion(root: string, paths: readonly string[], { name, ids, modules, modes, odd }: Known): Version {
  const items = new Map<string, Item>();
  const placeIn = (folder: string, path: string) =>
    odd.has(path) ? Buffer.concat([Buffer.from(`${folder}/`), odd.get(path)!]) : join(folder, path);
  const isBehindLink = behindLinkIn(root);
  for (const path of [...paths].sort()) {
    if (isBehindLink(path)) continue; // for git, such a file is gone
    const item = itemAt(placeIn(root, path), { id: ids.get(path), executable: modes.get(path) });
    if (item && (item.kind !== "module" || modules.has(path))) items.set(path, item);
  }
  const checkOut = (folder: string) => {
    const made = new Set<string>();
    for (const [path, { kind, bytes }] of items) {
      const [from, to] = [placeIn(root, path), placeIn(folder, path)];
      // Byte by byte: a name need not be valid UTF-8.
      const inner = typeof to === "string" ? dirname(to) : to.subarray(0, to.lastIndexOf("/"));
      if (!made.has(inner.toString("latin1"))) mkdirSync(inner, { recursive: true });
      made.add(inner.toString("latin1"));
      if (kind === "file") copyFileSync(from, to, constants.COPYFILE_FICLONE);
      else if (typeof from === "string") copy(from, join(folder, path));
      else if (kind === "link") symlinkSync(Buffer.from(bytes()), to);
    }
  };
  return { name, root, items, checkOut };
}

/** Undefined if there is nothing, or neither a file nor a link: a device, a socket. */
export function itemAt(
  path: string | Buffer,
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

function lookAt(path: string | Buffer): Stats | undefined {
  try {
    return lstatSync(path);
  } catch (error) {
    if (["ENOENT", "ENOTDIR"].includes((error as NodeJS.ErrnoException).code!)) return undefined;
    throw new UserError(`Cannot read ${path}: ${reasonOf(error)}.`);
  }
}

function readAt(path: string | Buffer, link: boolean): Uint8Array {
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
  if (repository && repository.resolveCommit("HEAD") === undefined)
    throw new UserError(`The repository here has no commit yet, and ${named} is not a folder.`);
  throw new UserError(
    repository
      ? `${named} is neither a folder nor a revision of the repository here.${repository.shallowAdvice}`
      : `${named} is not a folder, and there is no git repository here.`,
  );
}
