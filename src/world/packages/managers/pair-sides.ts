import { nearestVersion } from "./lock-graph.ts";
import type { PairedReference, SideName } from "./parts.ts";

/** What is required: keys of packages by the names under which they are. */
export type Required = ReadonlyMap<string, string>;

/** A lockfile as names that lead from package to package. */
export interface NamedSide {
  /** What the projects of the workspace require, by their paths. */
  readonly projects: ReadonlyMap<string, Required>;
  readonly packages: ReadonlyMap<string, NamedPackage>;
  readonly requires: (key: string) => Required;
}

export interface NamedPackage {
  readonly key: string;
  readonly name: string;
  readonly version: string;
}

/** Which package of one side plays the part of which on the other one. */
export interface Counterparts {
  readonly counterpart: (side: SideName, key: string) => string | undefined;
  /** The packages of a name. */
  readonly named: (side: SideName, name: string) => readonly NamedPackage[];
  /** What the same names lead to on both sides. */
  readonly references: readonly PairedReference[];
}

export function otherSide(side: SideName): SideName {
  return side === "old" ? "new" : "old";
}

/** Packages that the same names lead to, from the same project on, are counterparts; otherwise those of the nearest version. */
export function pairSides(sides: Readonly<Record<SideName, NamedSide>>): Counterparts {
  const met = { old: new Map<string, string[]>(), new: new Map<string, string[]>() };
  const seen = new Set<string>();
  const references: PairedReference[] = [];
  const [before, after] = [sides.old.packages, sides.new.packages];
  let pairs = [...sides.new.projects].flatMap(([path, requires]) =>
    pairsOf(sides.old.projects.get(path) ?? new Map(), requires, undefined),
  );
  while (pairs.length > 0) {
    const next: Pair[] = [];
    for (const [old, now, by] of pairs) {
      const [was, is] = [before.get(old), after.get(now)];
      if (!was || !is) continue;
      if (was.name === is.name) references.push({ name: is.name, old: was.version, new: is.version, by });
      if (seen.has(`${old} ${now}`)) continue;
      seen.add(`${old} ${now}`);
      met.old.set(old, [...(met.old.get(old) ?? []), now]);
      met.new.set(now, [...(met.new.get(now) ?? []), old]);
      next.push(...pairsOf(sides.old.requires(old), sides.new.requires(now), is.name));
    }
    pairs = next;
  }
  const index = { old: byName(before), new: byName(after) };
  const named: Counterparts["named"] = (side, name) => index[side].get(name) ?? [];
  return {
    named,
    references,
    counterpart: (side, key) => {
      const there = sides[otherSide(side)].packages;
      const own = sides[side].packages.get(key);
      if (there.has(key)) return key;
      const all = met[side].get(key) ?? [];
      const alike = all.find((each) => isSame(there.get(each), own)) ?? all[0];
      return alike ?? (own && nearestVersion(own.version, named(otherSide(side), own.name))?.key);
    },
  };
}

type Pair = readonly [old: string, now: string, by: string | undefined];

function pairsOf(old: Required, now: Required, by: string | undefined): Pair[] {
  return [...now].flatMap(([name, key]) => {
    const before = old.get(name);
    return before === undefined ? [] : [[before, key, by] as const];
  });
}

function isSame(a: NamedPackage | undefined, b: NamedPackage | undefined): boolean {
  return a !== undefined && a.name === b?.name && a.version === b.version;
}

function byName(packages: ReadonlyMap<string, NamedPackage>): Map<string, NamedPackage[]> {
  const all = new Map<string, NamedPackage[]>();
  for (const each of packages.values()) all.set(each.name, [...(all.get(each.name) ?? []), each]);
  return all;
}
