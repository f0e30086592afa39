import { existsSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { UserError } from "../../core/user-error.ts";
import { readNamedFile } from "../files/read-named-file.ts";
import type { Repository } from "../git/repository.ts";
import type { Version } from "../tree/version.ts";
import { type Lockfile, readLockfile } from "./lockfile.ts";

/** The packages of one end. */
export interface PackageSide {
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
const others: Readonly<Record<string, string>> = {
  "yarn.lock": "yarn",
  "pnpm-lock.yaml": "pnpm",
  "bun.lock": "bun",
  "bun.lockb": "bun",
};

/** The nearest folder up to the repository's root with a lockfile or a package.json; without a repository, this one. */
export function projectFolder(cwd: string, repository: Repository | undefined): string {
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

/** The packages of a version whose lockfile is in the folder `inside`. */
export function sideOfVersion(version: Version, inside: string): PackageSide {
  return sideIn((file) => version.items.get(join(inside, file))?.bytes(), version.name);
}

export function sideOfFile(path: string, name: string): PackageSide {
  refuseOthers(basename(path), name);
  const text = Buffer.from(readNamedFile(path, name, () => new Uint8Array())).toString("utf8");
  return { name, text, lockfile: readLockfile(text, name), read: filesAt(dirname(path)) };
}

/** The packages of a folder. */
export function sideIn(read: PackageSide["read"], name: string): PackageSide {
  for (const file of lockfiles) {
    const bytes = read(file);
    if (!bytes) continue;
    const text = Buffer.from(bytes).toString("utf8");
    return { name, text, lockfile: readLockfile(text, `${file} of ${name}`), read };
  }
  for (const file of Object.keys(others)) if (read(file)) refuseOthers(file, `${file} of ${name}`);
  throw new UserError(`There is no package-lock.json in ${name}. Create one with: npm install --package-lock-only`);
}

function refuseOthers(file: string, name: string): void {
  const manager = others[file];
  if (manager !== undefined)
    throw new UserError(`${name}: lockfiles of ${manager} are not supported yet, only npm's package-lock.json.`);
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
