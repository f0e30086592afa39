import { nearestVersion } from "../lock-graph.ts";
import type { PairedReference, SideName } from "../parts.ts";
import { allReferences, baseOf, dependenciesOf, keyOf, nameOf, type PnpmLockfile, versionOf } from "./lockfile.ts";

export type Sides = Readonly<Record<SideName, PnpmLockfile>>;

export function otherSide(side: SideName): SideName {
  return side === "old" ? "new" : "old";
}

/** Which snapshot of one side plays the part of which on the other one. */
export interface Counterparts {
  readonly counterpart: (side: SideName, key: string) => string | undefined;
  /** The snapshots of a package. */
  readonly named: (side: SideName, name: string) => readonly NamedSnapshot[];
  /** What the same names lead to on both sides. */
  readonly references: readonly PairedReference[];
}

interface NamedSnapshot {
  readonly key: string;
  readonly version: string;
}

/** Snapshots that the same names lead to, from the same project on, are counterparts; otherwise those of the nearest version. */
export function pairSides(sides: Sides): Counterparts {
  const met = { old: new Map<string, string[]>(), new: new Map<string, string[]>() };
  const seen = new Set<string>();
  const references: PairedReference[] = [];
  let pairs = [...sides.new.importers].flatMap(([path, importer]) =>
    pairsOf(dependenciesOf(sides.old.importers.get(path) ?? {}), dependenciesOf(importer), undefined),
  );
  while (pairs.length > 0) {
    const next: Pair[] = [];
    for (const [old, now, by] of pairs) {
      if (nameOf(old) === nameOf(now)) {
        const versions = { old: versionOf(sides.old, old), new: versionOf(sides.new, now) };
        references.push({ name: nameOf(now), ...versions, by });
      }
      if (seen.has(`${old} ${now}`)) continue;
      seen.add(`${old} ${now}`);
      met.old.set(old, [...(met.old.get(old) ?? []), now]);
      met.new.set(now, [...(met.new.get(now) ?? []), old]);
      const requires = [sides.old.snapshots.get(old), sides.new.snapshots.get(now)].map(allReferences);
      next.push(...pairsOf(requires[0]!, requires[1]!, nameOf(now)));
    }
    pairs = next;
  }
  const index = { old: byName(sides.old), new: byName(sides.new) };
  const named: Counterparts["named"] = (side, name) => index[side].get(name) ?? [];
  return {
    named,
    references,
    counterpart: (side, key) => {
      const other = otherSide(side);
      if (sides[other].snapshots.has(key)) return key;
      const all = met[side].get(key) ?? [];
      const alike = all.find((each) => baseOf(each) === baseOf(key)) ?? all[0];
      return alike ?? nearestVersion(versionOf(sides[side], key), named(other, nameOf(key)))?.key;
    },
  };
}

type Pair = readonly [old: string, now: string, by: string | undefined];

function pairsOf(
  old: Readonly<Record<string, string>>,
  now: Readonly<Record<string, string>>,
  by: string | undefined,
): Pair[] {
  return Object.entries(now).flatMap(([alias, reference]) => {
    const [before, after] = [old[alias] === undefined ? undefined : keyOf(alias, old[alias]), keyOf(alias, reference)];
    return before === undefined || after === undefined ? [] : [[before, after, by] as const];
  });
}

function byName(lockfile: PnpmLockfile): Map<string, NamedSnapshot[]> {
  const all = new Map<string, NamedSnapshot[]>();
  for (const key of lockfile.snapshots.keys()) {
    const same = all.get(nameOf(key)) ?? [];
    all.set(nameOf(key), same);
    same.push({ key, version: versionOf(lockfile, key) });
  }
  return all;
}
