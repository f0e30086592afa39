import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { UserError } from "../../core/user-error.ts";
import type { Repository } from "../git/repository.ts";
import type { Version } from "../tree/version.ts";
import { type Lockfile, readLockfile } from "./lockfile.ts";
import { managerOfFile } from "./managers/managers.ts";
import type { Overrides } from "./manifest-text.ts";

/** The packages of one end. */
export interface PackageSide {
  /** For people. */
  readonly name: string;
  readonly text: string;
  readonly lockfile: Lockfile;
  /** A file of the project, by its path from the lockfile on. */
  readonly read: (path: string) => Uint8Array | undefined;
  /** Undefined: as its package.json says. */
  readonly overrides?: Overrides;
}

/** Both ends, and the project in which the test runs. */
export interface PackageSides {
  readonly old: PackageSide;
  readonly new: PackageSide;
  readonly project: Project;
}

/** The files among which packages are installed. */
export interface Project {
  readonly version: Version;
  /** Where in them the packages are installed; "" at the top. */
  readonly inside: string;
  /** The user's folder with its files; undefined if they are elsewhere. */
  readonly home: string | undefined;
}

/** The first one that exists counts, as for npm. */
export const lockfiles = ["npm-shrinkwrap.json", "package-lock.json"];
/** Those of other managers, under their usual names. */
export const otherLockfiles = [
  ...["pnpm-lock.yaml", "yarn.lock", "bun.lock", "bun.lockb", "uv.lock", "poetry.lock", "Cargo.lock", "go.mod"],
  "requirements.txt",
];

/** The nearest folder up to the repository's root with a lockfile or a package.json; without a repository, this one. */
export function projectFolder(cwd: string, repository: Repository | undefined): string {
  if (!repository) return cwd;
  const holds = (folder: string, names: readonly string[]) => names.some((name) => existsSync(join(folder, name)));
  const folders = [cwd];
  while (dirname(folders.at(-1)!) !== folders.at(-1) && folders.at(-1) !== repository.root)
    folders.push(dirname(folders.at(-1)!));
  const known = [...lockfiles, ...otherLockfiles];
  return (
    folders.find((folder) => holds(folder, known)) ?? folders.find((folder) => holds(folder, ["package.json"])) ?? cwd
  );
}

/** What the lockfile of a project is called. */
export function lockfileName({ version, inside }: Project): string {
  return lockfiles.find((name) => version.items.has(join(inside, name))) ?? "package-lock.json";
}

/** The packages of a version whose lockfile is in the folder `inside`. */
export function sideOfVersion(version: Version, inside: string): PackageSide {
  return sideIn((file) => version.items.get(join(inside, file))?.bytes(), version.name);
}

/** The packages of a lockfile that the user named. */
export function sideOfFile(file: string, name: string, read: PackageSide["read"]): PackageSide {
  refuseOthers(file, name);
  const bytes = read(file);
  if (!bytes) throw new UserError(`Cannot read ${name}.`);
  const text = Buffer.from(bytes).toString("utf8");
  return { name, text, lockfile: readLockfile(text, name), read };
}

/** The packages of a folder. */
export function sideIn(read: PackageSide["read"], name: string): PackageSide {
  for (const file of lockfiles) {
    const bytes = read(file);
    if (!bytes) continue;
    const text = Buffer.from(bytes).toString("utf8");
    return { name, text, lockfile: readLockfile(text, `${file} of ${name}`), read };
  }
  for (const file of otherLockfiles) if (read(file)) refuseOthers(file, `${file} of ${name}`);
  throw new UserError(`There is no package-lock.json in ${name}. Create one with: npm install --package-lock-only`);
}

function refuseOthers(file: string, name: string): void {
  const manager = managerOfFile(file);
  if (manager !== undefined && manager !== "npm")
    throw new UserError(`${name}: that is a lockfile of ${manager}, not npm's package-lock.json.`);
}

/** Reads files of a folder. */
export function filesAt(folder: string): PackageSide["read"] {
  return (path) => {
    try {
      return readFileSync(join(folder, path));
    } catch {
      return undefined;
    }
  };
}
