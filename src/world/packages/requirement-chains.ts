import { basename } from "node:path";
import { isInstalled, type LockEntry, type Lockfile, lookups, nameAt } from "./lockfile.ts";

/** For each package that the project comes to require, by whom: the shortest way there, by names. */
export function chainsIn({ root, entries }: Lockfile, project: string): ReadonlyMap<string, readonly string[]> {
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

function requiredBy(entry: LockEntry, isOwn: boolean): string[] {
  const { dependencies, optionalDependencies, peerDependencies, devDependencies } = entry;
  return Object.keys({
    ...dependencies,
    ...optionalDependencies,
    ...peerDependencies,
    ...(isOwn ? devDependencies : {}),
  });
}

/** The workspaces of a project. */
function ownFolders(entries: Lockfile["entries"], chain: readonly string[]): [string, string[]][] {
  return [...entries]
    .filter(([path]) => !isInstalled(path))
    .map(([path, { name = basename(path) }]) => [path, [...chain, name]]);
}
