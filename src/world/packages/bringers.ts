import { isInstalled, type LockEntry, type Lockfile, lookups, nameAt } from "./lockfile.ts";
import { isInRange } from "./version-range.ts";

/**
 * For each package that moved, the upgraded ones that brought it: they do not accept what was there before. What they had for themselves,
 * and no longer have there, counts as well.
 */
export function bringersOf(old: Lockfile, now: Lockfile): ReadonlyMap<string, readonly string[]> {
  const bringers = new Map<string, string[]>();
  for (const [path, entry] of now.entries) {
    if (!isInstalled(path) || isSameVersion(old.entries.get(path), entry)) continue;
    const { dependencies, optionalDependencies, peerDependencies } = entry;
    const ranges = { ...peerDependencies, ...optionalDependencies, ...dependencies };
    for (const [name, range] of Object.entries(ranges)) {
      const places = lookups(path, name);
      const place = places.find((each) => now.entries.has(each));
      if (place === undefined) continue;
      const before = places.find((each) => old.entries.has(each));
      const given = before !== undefined && !now.entries.has(before) ? [place, before] : [place];
      for (const each of given) {
        if (accepts(range, old.entries.get(each))) continue;
        bringers.set(each, [...(bringers.get(each) ?? []), `${nameAt(path, entry)} ${entry.version}`]);
      }
    }
  }
  return bringers;
}

function isSameVersion(one: LockEntry | undefined, other: LockEntry): boolean {
  return one?.version === other.version;
}

function accepts(range: string, before: LockEntry | undefined): boolean {
  return before !== undefined && (before.link === true || isInRange(before.version ?? "", range) !== false);
}
