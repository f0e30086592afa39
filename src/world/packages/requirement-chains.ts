import { basename } from "node:path";
import { isInstalled, type LockEntry, type Lockfile, lookups, nameAt, needsOf } from "./lockfile.ts";

type Packages = Pick<Lockfile, "root" | "entries">;

/** For each package that the project comes to require, by whom: the shortest way there, by names. */
export function chainsIn({ root, entries }: Packages, project: string): ReadonlyMap<string, readonly string[]> {
  const chains = new Map<string, readonly string[]>([["", [project]]]);
  // Breadth first, so the first way to a package is a shortest one.
  for (const [path, chain] of chains) {
    const entry = path === "" ? root : entries.get(path)!;
    for (const name of requiredBy(entry, !isInstalled(path))) {
      const place = lookups(path, name).find((each) => entries.has(each));
      if (place === undefined || chains.has(place)) continue;
      chains.set(place, [...chain, nameAt(place, entries.get(place))]);
      const { link, resolved } = entries.get(place)!;
      // What a link leads to is the same package.
      if (link && resolved !== undefined && entries.has(resolved) && !chains.has(resolved))
        chains.set(resolved, chains.get(place)!);
    }
    if (path === "") for (const [own, way] of ownFolders(entries, chain)) if (!chains.has(own)) chains.set(own, way);
  }
  return chains;
}

/** The paths of all packages that the project comes to require, of its own folders, and of the links to these. */
export function requiredIn(packages: Packages): ReadonlySet<string> {
  const chains = chainsIn(packages, "");
  const isRequired = ([path, { link, inBundle }]: [string, LockEntry]) =>
    chains.has(path) || link === true || (inBundle === true && chains.has(carrierOf(path, packages)));
  return new Set([...packages.entries].filter(isRequired).map(([path]) => path));
}

/** The package that contains a bundled one. */
function carrierOf(path: string, packages: Packages): string {
  const outer = path.slice(0, Math.max(0, path.lastIndexOf("/node_modules/")));
  return packages.entries.get(outer)?.inBundle ? carrierOf(outer, packages) : outer;
}

/** Optional peers are not: npm removes those that nothing else requires. */
function requiredBy(entry: LockEntry, isOwn: boolean): string[] {
  const { optionalDependencies, devDependencies } = entry;
  const needs = Object.fromEntries(needsOf(entry));
  return Object.keys({ ...needs, ...optionalDependencies, ...(isOwn ? devDependencies : {}) });
}

/** The workspaces of a project. */
function ownFolders(entries: Lockfile["entries"], chain: readonly string[]): [string, string[]][] {
  return [...entries]
    .filter(([path]) => !isInstalled(path))
    .map(([path, { name = basename(path) }]) => [path, [...chain, name]]);
}
