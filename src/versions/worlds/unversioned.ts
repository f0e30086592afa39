import { existsSync, lstatSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { lstatIfThere } from "../../world/files/stat-if-there.ts";
import type { Repository } from "../../world/git/repository.ts";
import { type Link, linksBelow } from "./links.ts";

/** Something in the user's folder that no version contains: a file, a folder or a link. */
export interface Unversioned {
  /** The user's folder. */
  readonly root: string;
  readonly path: string;
  /** `packages`: installed, not built here. `other` may have been built from one of the versions. */
  readonly kind: "packages" | "module" | "repository" | "other";
}

/**
 * Reads what lies in the folder of a repository and is in no version: installed packages, submodules, other repositories,
 * and all that git ignores. With `untracked`, also new files: if two commits are compared, no version contains them.
 */
export function readUnversioned(repository: Repository, { untracked }: { readonly untracked: boolean }): Unversioned[] {
  const { root } = repository;
  const list = (...words: string[]) => repository.fields(["ls-files", "-z", ...words]).map(withoutSlash);
  const others = repository.fields(["ls-files", "-z", "--others", "--exclude-standard"]);
  const ignored = list("--others", "--ignored", "--exclude-standard", "--directory");
  // Packages are never part of a version, even if they are committed, or a link that no pattern of .gitignore matches.
  const tracked = repository.fields(["ls-files", "-z", "--", ":(glob)**/node_modules/**", ":(glob)**/node_modules"]);
  const packages = [...tracked, ...others].flatMap((path) => /^(?:.*?\/)?node_modules(?=\/|$)/.exec(path)?.[0] ?? []);
  const modules = repository
    .fields(["ls-files", "--stage", "-z"])
    .flatMap((line) => /^160000 \w+ \d\t(.*)$/s.exec(line)?.[1] ?? []);
  const repositories = others.filter((path) => path.endsWith("/")).map(withoutSlash);
  const kinds = new Map<string, Unversioned["kind"]>();
  const add = (paths: readonly string[], kindOf: (path: string) => Unversioned["kind"]) => {
    for (const path of paths) if (!kinds.has(path) && isThere(root, path)) kinds.set(path, kindOf(path));
  };
  add(packages, () => "packages");
  add(modules, () => "module");
  add(repositories, () => "repository");
  add(ignored, (path) => (isPackages(root, path) ? "packages" : "other"));
  if (untracked) add(others.map(withoutSlash), () => "other");
  return Array.from(kinds, ([path, kind]) => ({ root, path, kind }));
}

function withoutSlash(path: string): string {
  return path.replace(/\/$/, "");
}

function isThere(root: string, path: string): boolean {
  if (path.split("/").some((part) => part === ".culprit" || part === ".git")) return false;
  return lstatIfThere(join(root, path)) !== undefined;
}

/** A folder of packages that a package manager installed: of Node, or a virtual environment of Python. */
function isPackages(root: string, path: string): boolean {
  return basename(path) === "node_modules" || existsSync(join(root, path, "pyvenv.cfg"));
}

/** The packages installed in a folder that is itself a version. */
export function packagesIn(root: string | undefined): Unversioned[] {
  const path = "node_modules";
  return root !== undefined && existsSync(join(root, path)) ? [{ root, path, kind: "packages" }] : [];
}

/** Whether a path is inside one of these that holds installed packages. */
export function isInPackages(all: readonly Unversioned[], path: string): boolean {
  return all.some((each) => each.kind === "packages" && path.startsWith(`${each.path}/`));
}

/** The links among these, and the packages that are linked into a folder of packages. */
export function linksAmong(all: readonly Unversioned[]): Link[] {
  return all.flatMap(({ root, path, kind }) => {
    if (lstatSync(join(root, path)).isSymbolicLink()) return linksBelow(root, path);
    return kind === "packages" ? linkedPackages(root, path) : [];
  });
}

/** Also those with a scope. */
function linkedPackages(root: string, folder: string): Link[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isSymbolicLink()) return linksBelow(root, path);
    return entry.isDirectory() && entry.name.startsWith("@") ? linkedPackages(root, path) : [];
  });
}
