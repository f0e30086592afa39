import { DeltaSet } from "../../core/delta-set.ts";
import type { Hinted } from "../../core/search.ts";
import type { Dependencies } from "../../search/scoped.ts";
import { isInstalled, type LockEntry, lookups, nameAt, needsOf } from "./lockfile.ts";
import type { PackageTree, Upgrades } from "./upgrades.ts";
import { isInRange } from "./version-range.ts";

/** Which sets of upgrades can be installed together. */
export interface Compatibility {
  readonly dependencies: Dependencies;
  /** Finds without a test that a package in a set lacks what it requires, and what should be added or removed. */
  readonly answerWithoutTest: (set: DeltaSet) => Hinted | undefined;
}

/** Whether a package may require a range, and find this one. */
type Accepts = (found: LockEntry, range: string) => boolean;

/** By the declared ranges: what probably works. Links lead into the project, which is the same in all sets. */
const inDeclaredRange: Accepts = (found, range) =>
  found.link === true || isInRange(found.version ?? "", range) !== false;

/** Every version can be loaded: whether it works, only a test shows. */
export const anyVersion: Accepts = () => true;

/** A package must find another one. */
interface Requirement {
  /** The package that requires it, and where: it holds only where this one is installed. */
  readonly by: LockEntry;
  readonly at: Place;
  /** Where it is looked for, the nearest first. */
  readonly places: readonly Place[];
  readonly suits: (found: LockEntry | undefined) => boolean;
  /** The deltas that may make or mend it, the most direct first. */
  readonly deltas: readonly number[];
}

/** What either side has at a path, and the delta that leads from the one to the other. */
interface Place {
  readonly delta: number | undefined;
  readonly old: LockEntry | undefined;
  readonly new: LockEntry | undefined;
}

/**
 * What packages require of each other (dependencies, and peers that are not optional), by Node's way of finding them.
 * What a package finds suits it if `accepts` says so, or if it is what it found on one of the two sides: those were
 * installed, whatever was overridden or forced there. The project's own requirements do not count: both ends have been
 * run with the same project.
 */
export function compatibilityOf(upgrades: Upgrades, accepts: Accepts = inDeclaredRange): Compatibility {
  const requirements = requirementsIn(upgrades, accepts);
  const byDelta = new Map<number, Requirement[]>();
  for (const each of requirements)
    for (const delta of each.deltas) byDelta.set(delta, [...(byDelta.get(delta) ?? []), each]);
  const violations = (set: DeltaSet) => {
    const chosen = new Set(set);
    // With nothing chosen all are met, so one that is not is about something chosen.
    const concerned =
      chosen.size > maxByDelta ? requirements : new Set([...chosen].flatMap((delta) => byDelta.get(delta) ?? []));
    return [...concerned].filter((each) => isViolated(each, chosen));
  };
  const withNeeds = (set: DeltaSet) => withMissingNeeds(set, violations);
  let needs: readonly DeltaSet[] | undefined;
  const withDependents = (set: DeltaSet) => {
    needs ??= [...upgrades.all].map((delta) => withNeeds(DeltaSet.of(delta)));
    const dependents = [...upgrades.all].filter((delta) => !needs![delta]!.intersect(set).isEmpty);
    return set.union(DeltaSet.of(...dependents));
  };
  return {
    dependencies: { withNeeds, withDependents },
    answerWithoutTest: (set) => {
      const violated = violations(set);
      if (violated.length === 0) return undefined;
      const involved = DeltaSet.of(...violated.flatMap(({ deltas }) => deltas)).intersect(set);
      return { outcome: "unresolved", about: withNeeds(set).minus(set).union(involved) };
    },
  };
}

/** Up to this number of deltas, it is quicker to check only their own requirements than all. */
const maxByDelta = 100;

function requirementsIn(upgrades: Upgrades, accepts: Accepts): Requirement[] {
  const { trees, paths } = upgrades;
  const found = versionsFound(upgrades);
  return paths.filter(isInstalled).flatMap((path) => {
    const entries = new Set([trees.old.get(path), trees.new.get(path)]);
    return [...entries].flatMap((by) => {
      if (!by || by.link) return [];
      const needed = needsOf(by).map(([name, range]) => {
        const seen = found.get(keyOf(path, by, name));
        const places = lookups(path, name);
        const suits = (entry: LockEntry | undefined) =>
          seen?.has(versionOf(entry)) === true || (entry !== undefined && accepts(entry, range));
        return { by, at: placeAt(path, upgrades), ...lookedFor(places, path, upgrades), suits };
      });
      return [...needed, ...aroundIt(path, by, upgrades)].filter(({ deltas }) => deltas.length > 0);
    });
  });
}

/** A package inside another one is there for that. */
function aroundIt(path: string, by: LockEntry, upgrades: Upgrades): Requirement[] {
  const outer = path.slice(0, path.lastIndexOf("/node_modules/"));
  if (!path.includes("/node_modules/") || !isInstalled(outer)) return [];
  const suits = (entry: LockEntry | undefined) => entry !== undefined;
  return [{ by, at: placeAt(path, upgrades), ...lookedFor([outer], path, upgrades), suits }];
}

function placeAt(path: string, upgrades: Upgrades): Place {
  const { old, new: now } = upgrades.trees;
  return { delta: upgrades.deltaAt(path), old: old.get(path), new: now.get(path) };
}

function lookedFor(paths: readonly string[], by: string, upgrades: Upgrades): Pick<Requirement, "places" | "deltas"> {
  const places = paths.map((path) => placeAt(path, upgrades)).filter(({ old, new: now }) => old ?? now);
  const deltas = [...places, placeAt(by, upgrades)].flatMap(({ delta }) => delta ?? []);
  return { places, deltas: [...new Set(deltas)] };
}

function keyOf(path: string, by: LockEntry, name: string): string {
  return `${nameAt(path, by)}@${by.version} ${name}`;
}

/** The versions that packages found on either side, undefined for nothing. */
function versionsFound({ trees }: Upgrades): Map<string, Set<string | undefined>> {
  const seen = new Map<string, Set<string | undefined>>();
  for (const tree of [trees.old, trees.new]) {
    for (const [path, entry] of tree) {
      for (const [name] of needsOf(entry)) {
        const key = keyOf(path, entry, name);
        seen.set(key, (seen.get(key) ?? new Set()).add(versionOf(resolved(tree, path, name))));
      }
    }
  }
  return seen;
}

/** Undefined for nothing; a link has no version of its own. */
function versionOf(entry: LockEntry | undefined): string | undefined {
  return entry && (entry.version ?? "linked");
}

function resolved(tree: PackageTree, path: string, name: string): LockEntry | undefined {
  const place = lookups(path, name).find((each) => tree.has(each));
  return place === undefined ? undefined : tree.get(place);
}

interface Chosen {
  readonly has: (delta: number) => boolean;
}

function isViolated({ at, by, places, suits }: Requirement, chosen: Chosen): boolean {
  if (entryAt(at, chosen) !== by) return false;
  for (const place of places) {
    const entry = entryAt(place, chosen);
    if (entry) return !suits(entry);
  }
  return !suits(undefined);
}

function entryAt({ delta, old, new: now }: Place, chosen: Chosen): LockEntry | undefined {
  return delta === undefined || chosen.has(delta) ? now : old;
}

/** A set with what it seems to need: for each requirement that is not met one delta that mends it, else all it is about. */
function withMissingNeeds(set: DeltaSet, violations: (set: DeltaSet) => Requirement[]): DeltaSet {
  for (;;) {
    const open = violations(set).filter(({ deltas }) => deltas.some((delta) => !set.has(delta)));
    if (open.length === 0) return set;
    for (const requirement of open) {
      if (!isViolated(requirement, set)) continue;
      const missing = requirement.deltas.filter((delta) => !set.has(delta));
      const enough = missing.find((delta) => !isViolated(requirement, set.union(DeltaSet.of(delta))));
      set = set.union(enough === undefined ? DeltaSet.of(...missing) : DeltaSet.of(enough));
    }
  }
}

/** The same upgrades, with those made one that need each other. */
export function withPeersTogether(upgrades: Upgrades): Upgrades {
  const { dependencies } = compatibilityOf(upgrades);
  const needs = [...upgrades.all].map((delta) => dependencies.withNeeds(DeltaSet.of(delta)));
  const groups: number[][] = [];
  for (const delta of upgrades.all) {
    const group = groups.find(([first]) => needs[first!]!.has(delta) && needs[delta]!.has(first!));
    if (group) group.push(delta);
    else groups.push([delta]);
  }
  return groups.length === upgrades.deltas.length ? upgrades : upgrades.grouped(groups);
}
