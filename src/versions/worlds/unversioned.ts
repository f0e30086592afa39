import { existsSync, lstatSync, readdirSync, realpathSync } from "node:fs";
import { basename, join } from "node:path";
import type { Repository } from "../../world/git/repository.ts";

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
  return lstatSync(join(root, path), { throwIfNoEntry: false }) !== undefined;
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

/** Folders outside of the user's to which links lead: through them a test could write to what is not its own. */
export function linkedFolders(all: readonly Unversioned[]): string[] {
  const links = all.flatMap(({ root, path, kind }) => {
    const place = join(root, path);
    if (lstatSync(place).isSymbolicLink()) return [{ root, place }];
    return kind === "packages" ? linksIn(place).map((link) => ({ root, place: link })) : [];
  });
  const targets = links.flatMap(({ root, place }) => {
    const target = realFolder(place);
    // A folder around the user's own cannot be given another content.
    return target === undefined || isWithin(root, target) || isWithin(target, root) ? [] : [target];
  });
  const sorted = [...new Set(targets)].sort();
  return sorted.filter((target) => !sorted.some((other) => other !== target && isWithin(other, target)));
}

/** The linked packages of a folder, also those with a scope. */
function linksIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const place = join(folder, entry.name);
    if (entry.isSymbolicLink()) return [place];
    return entry.isDirectory() && entry.name.startsWith("@") ? linksIn(place) : [];
  });
}

function realFolder(link: string): string | undefined {
  try {
    const target = realpathSync(link);
    return lstatSync(target).isDirectory() ? target : undefined;
  } catch {
    return undefined; // it leads nowhere
  }
}

function isWithin(folder: string, path: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}
