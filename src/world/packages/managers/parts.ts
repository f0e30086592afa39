import { idOf, type MovedPackage } from "./manager.ts";

/** What somebody requires on both sides, and in which versions. */
export interface PairedReference {
  readonly name: string;
  readonly old: string;
  readonly new: string;
  /** The name of who requires it; undefined: the project itself. */
  readonly by: string | undefined;
}

/** Those who find the same version of a package on the old side, and another one on the new side. */
export interface Part {
  readonly old: string;
  readonly new: string;
  readonly by: ReadonlySet<string | undefined>;
}

/** By name, in which parts a package moves of which there are several versions. */
export function partsOf(references: Iterable<PairedReference>): ReadonlyMap<string, readonly Part[]> {
  const all = new Map<string, Map<string, Part & { readonly by: Set<string | undefined> }>>();
  for (const { name, old, new: now, by } of references) {
    if (old === now) continue;
    const ofName = all.get(name) ?? new Map();
    const part = ofName.get(`${old} ${now}`) ?? { old, new: now, by: new Set() };
    part.by.add(by);
    all.set(name, ofName.set(`${old} ${now}`, part));
  }
  return new Map(Array.from(all, ([name, parts]) => [name, [...parts.values()]]));
}

export type SideName = "old" | "new";

/** A reference of a candidate, with the versions that it leads to; undefined: it is not there on that side. */
export interface MovingReference {
  readonly name: string;
  readonly old: string | undefined;
  readonly new: string | undefined;
}

/** Which packages moved, and in which parts of them a candidate is as on the new side. */
export interface Movement {
  readonly named: (name: string) => readonly MovedPackage[];
  /** The side that a reference is to be taken from; undefined: nothing moved there, or it cannot be said. */
  readonly sideFor: (reference: MovingReference) => SideName | undefined;
}

export function movementOf(packages: readonly MovedPackage[], isUpgraded: (id: string) => boolean): Movement {
  const byName = new Map<string, MovedPackage[]>();
  for (const each of packages) byName.set(each.name, [...(byName.get(each.name) ?? []), each]);
  const named = (name: string) => byName.get(name) ?? [];
  return {
    named,
    sideFor: ({ name, old, new: now }) => {
      const all = named(name);
      if (!isInParts(all)) return sideOfAll(all);
      if (old !== undefined && old === now) return undefined;
      const exact = all.filter((each) => each.old === old && each.new === now);
      const alike = all.filter((each) => each.old === old || each.new === now);
      return sideOfAll([exact, alike, all].find((some) => some.length > 0)!);
    },
  };

  function sideOfAll(some: readonly MovedPackage[]): SideName | undefined {
    const sides = new Set(some.map((each): SideName => (isUpgraded(idOf(each)) ? "new" : "old")));
    return sides.size === 1 ? [...sides][0] : undefined;
  }
}

function isInParts([first]: readonly MovedPackage[]): boolean {
  return first?.by !== undefined;
}
