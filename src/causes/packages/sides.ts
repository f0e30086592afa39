import { existsSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { UserError } from "../../core/user-error.ts";
import { contentHash } from "../../world/content.ts";
import { Repository } from "../../world/git.ts";
import { readNamedFile } from "../../world/read-named-file.ts";
import { treeHash } from "../../world/tree-hash.ts";
import { commitVersion, folderVersion, itemAt, type Version, workingTree } from "../../world/version.ts";
import type { Tree } from "../../world/warm-tree.ts";
import { type Lockfile, readLockfile } from "./lockfile.ts";
import { readTest } from "./own-files.ts";
import type { PackagesRequest } from "./request.ts";

/** The packages of one end. */
export interface Side {
  /** For people. */
  readonly name: string;
  readonly text: string;
  readonly lockfile: Lockfile;
  /** A file of the project, by its path from the lockfile on. */
  readonly read: (path: string) => Uint8Array | undefined;
  /** Undefined: as its package.json says. */
  readonly overrides?: Readonly<Record<string, unknown>>;
}

/** Both ends, and the project in which the test runs. */
export interface Sides {
  readonly old: Side;
  readonly new: Side;
  readonly project: Project;
}

/** The files among which packages are installed. */
export interface Project {
  readonly version: Version;
  /** Where in them the packages are installed; "" at the top. */
  readonly inside: string;
  /** The folder of the user's that has its files; undefined where he stands elsewhere. */
  readonly home: string | undefined;
}

const here = "the working tree";
const lockfiles = ["npm-shrinkwrap.json", "package-lock.json"];
const others: Readonly<Record<string, string>> = {
  "yarn.lock": "yarn",
  "pnpm-lock.yaml": "pnpm",
  "bun.lock": "bun",
  "bun.lockb": "bun",
};

export function readSides(request: Pick<PackagesRequest, "old" | "new" | "cwd">): Sides {
  const { cwd } = request;
  const repository = Repository.around(cwd);
  const place = { cwd, repository, folder: projectFolder(cwd, repository) };
  const old = sideNamed(request.old, place);
  if (request.new === undefined) {
    return { old: old.side, new: sideIn(filesAt(place.folder), here), project: projectHere(place) };
  }
  const now = sideNamed(request.new, place);
  return { old: old.side, new: now.side, project: now.project ?? projectHere(place) };
}

/** The project's files as all candidates have them: what the test names is the user's, and our own result is no part. */
export function projectTree({ home, version }: Project, { test, cwd, good }: PackagesRequest): Tree {
  if (home === undefined) return { base: version, placed: [] };
  const { own } = readTest(test, cwd, home);
  const placed = own.map((path) => ({ path, item: itemAt(join(home, path)) }));
  return {
    base: version,
    placed: good === undefined ? placed : [...placed, { path: relative(home, good), item: undefined }],
  };
}

/** Names for all that the outcomes depend on besides the test. */
export function contentsOf(request: PackagesRequest, { old, new: now, project }: Sides): string[] {
  return [contentHash(old.text), contentHash(now.text), treeHash(projectTree(project, request))];
}

/** Where the user stands. */
interface Place {
  readonly cwd: string;
  readonly repository: Repository | undefined;
  /** The project's folder. */
  readonly folder: string;
}

/** The nearest folder of the repository upwards that has a lockfile or a package.json; without a repository, this one. */
function projectFolder(cwd: string, repository: Repository | undefined): string {
  if (!repository) return cwd;
  const holds = (folder: string, names: readonly string[]) => names.some((name) => existsSync(join(folder, name)));
  const folders = [cwd];
  while (dirname(folders.at(-1)!) !== folders.at(-1) && folders.at(-1) !== repository.root)
    folders.push(dirname(folders.at(-1)!));
  const known = [...lockfiles, ...Object.keys(others)];
  return (
    folders.find((folder) => holds(folder, known)) ?? folders.find((folder) => holds(folder, ["package.json"])) ?? cwd
  );
}

function projectHere({ repository, folder }: Place): Project {
  const alone = () => ({ version: folderVersion(folder, folder), inside: "", home: folder });
  if (!repository) return alone();
  const version = workingTree(repository);
  const inside = relative(repository.root, folder);
  // A folder that git is told to ignore is not the repository's, though it lies in it.
  const isKnown = [...version.items.keys()].some((path) => inside === "" || path.startsWith(`${inside}/`));
  return isKnown ? { version, inside, home: repository.root } : alone();
}

/** The lockfile that the user named; for a folder or a revision, with the project that is there. */
function sideNamed(named: string, place: Place): { readonly side: Side; readonly project?: Project } {
  const { cwd, repository, folder } = place;
  const path = resolve(cwd, named);
  const there = existsSync(path) ? statSync(path) : undefined;
  if (there?.isFile()) return { side: sideOfFile(path, named) };
  const commit = repository?.commit(named);
  if (commit && !(there?.isDirectory() && /[/.]/.test(named))) {
    const version = commitVersion(repository!, commit, named);
    const inside = relative(repository!.root, folder);
    const side = sideIn((file) => version.items.get(join(inside, file))?.bytes(), named);
    return { side, project: { version, inside, home: repository!.root } };
  }
  if (there?.isDirectory()) {
    const home = relative(path, cwd).startsWith("..") ? undefined : path;
    return { side: sideIn(filesAt(path), named), project: { version: folderVersion(path, named), inside: "", home } };
  }
  const revision = repository ? ", nor a revision of the repository here" : ", and there is no git repository here";
  throw new UserError(`${named} is no lockfile, no folder${revision}.`);
}

function sideOfFile(path: string, name: string): Side {
  refuseOthers(basename(path), name);
  const text = Buffer.from(readNamedFile(path, name, () => new Uint8Array())).toString("utf8");
  return { name, text, lockfile: readLockfile(text, name), read: filesAt(dirname(path)) };
}

function sideIn(read: Side["read"], name: string): Side {
  for (const file of lockfiles) {
    const bytes = read(file);
    if (!bytes) continue;
    const text = Buffer.from(bytes).toString("utf8");
    return { name, text, lockfile: readLockfile(text, `${file} of ${name}`), read };
  }
  for (const file of Object.keys(others)) if (read(file)) refuseOthers(file, `${file} of ${name}`);
  throw new UserError(`There is no package-lock.json in ${name}: npm install --package-lock-only writes one.`);
}

function refuseOthers(file: string, name: string): void {
  const manager = others[file];
  if (manager !== undefined)
    throw new UserError(`${name}: lockfiles of ${manager} are not read yet, only npm's package-lock.json.`);
}

function filesAt(folder: string): Side["read"] {
  return (path) => {
    try {
      return readFileSync(join(folder, path));
    } catch {
      return undefined;
    }
  };
}
