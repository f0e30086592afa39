import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Repository } from "../../world/git/repository.ts";
import type { Provided } from "../../world/tree/incremental-checkout.ts";
import { copy } from "../../world/tree/version.ts";

/** A folder that is copied into every tree. */
export interface ProvidedFolder {
  readonly root: string;
  readonly path: string;
}

/** Copies folders into a tree, unless it already has something there. */
export function providing(folders: readonly ProvidedFolder[]): Provided {
  return {
    fill: (into) => {
      for (const { root, path } of folders) if (isVacant(join(into, path))) copy(join(root, path), join(into, path));
    },
    holds: (path) => folders.some((each) => each.path === path),
  };
}

/** A submodule is an empty folder at first. */
function isVacant(path: string): boolean {
  return !existsSync(path) || (statSync(path).isDirectory() && readdirSync(path).length === 0);
}

/** Whether a path is inside one of these folders that holds packages. */
export function isInPackages(folders: readonly ProvidedFolder[], path: string): boolean {
  return folders.some((each) => /(^|\/)node_modules$/.test(each.path) && path.startsWith(`${each.path}/`));
}

/** What no version contains, and so comes from the user's folder: installed packages, submodules, other repositories. */
export function providedBy(repository: Repository): ProvidedFolder[] {
  const { root } = repository;
  const ignored = repository.fields([..."ls-files --others --ignored --exclude-standard --directory -z".split(" ")]);
  const packages = ignored.filter((path) => /(^|\/)node_modules\/$/.test(path)).map((path) => path.slice(0, -1));
  const modules = repository
    .fields(["ls-files", "--stage", "-z"])
    .flatMap((line) => /^160000 \w+ \d\t(.*)$/s.exec(line)?.[1] ?? []);
  const others = repository.fields(["ls-files", "--others", "--exclude-standard", "-z"]);
  const repositories = others.filter((path) => path.endsWith("/")).map((path) => path.slice(0, -1));
  return [...packages, ...modules, ...repositories].flatMap((path) =>
    existsSync(join(root, path)) ? [{ root, path }] : [],
  );
}

/** The packages installed in a folder that is itself a version. */
export function packagesIn(root: string | undefined): ProvidedFolder[] {
  const path = "node_modules";
  return root !== undefined && existsSync(join(root, path)) ? [{ root, path }] : [];
}
