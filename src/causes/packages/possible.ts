import { DeltaSet } from "../../core/delta-set.ts";
import type { Hinted } from "../../core/search.ts";
import type { Dependencies } from "../../search/scoped.ts";
import { isInstalled, type LockEntry, lookups, nameAt, needsOf } from "./lockfile.ts";
import type { Tree, Upgrades } from "./upgrades.ts";
import { isInRange } from "./version-range.ts";

/** Which sets of upgrades can be installed together. */
export interface Possible {
  readonly dependencies: Dependencies;
  /** Says without a test that something in a set does not find what it requires, and what would have to come or go. */
  readonly foreknown: (set: DeltaSet) => Hinted | undefined;
}

/** That a package finds another one. */
interface Requirement {
  readonly path: string;
  /** The package that requires it: it holds only where this one is installed. */
  readonly by: LockEntry;
  /** Where it is looked for, the nearest first. */
  readonly places: readonly string[];
  readonly suits: (found: LockEntry | undefined) => boolean;
  /** The deltas that may make or mend it, the most direct first. */
  readonly deltas: readonly number[];
}

/**
 * What packages require of each other (dependencies, and peers that are not optional), by Node's way of finding them.
 * What a package finds suits it if it is in the range asked for, or if it is what it found on one of the two sides: those
 * were installed, whatever was overridden or forced there. The project's own requirements do not count: both ends have
 * been run with the same project.
 */
export function possibleIn(upgrades: Upgrades): Possible {
  const requirements = requirementsIn(upgrades);
  const violations = (set: DeltaSet) => requirements.filter((each) => isViolated(each, set, upgrades));
  const withNeeds = (set: DeltaSet) => mended(set, upgrades, violations);
  let needs: readonly DeltaSet[] | undefined;
  const withDependents = (set: DeltaSet) => {
    needs ??= [...upgrades.all].map((delta) => withNeeds(DeltaSet.of(delta)));
    const dependents = [...upgrades.all].filter((delta) => !needs![delta]!.intersect(set).isEmpty);
    return set.union(DeltaSet.of(...dependents));
  };
  return {
    dependencies: { withNeeds, withDependents },
    foreknown: (set) => {
      const violated = violations(set);
      if (violated.length === 0) return undefined;
      const involved = DeltaSet.of(...violated.flatMap(({ deltas }) => deltas)).intersect(set);
      return { outcome: "unresolved", about: withNeeds(set).minus(set).union(involved) };
    },
  };
}

function requirementsIn(upgrades: Upgrades): Requirement[] {
  const { trees, paths } = upgrades;
  const found = seenIn(upgrades);
  return paths.filter(isInstalled).flatMap((path) => {
    const entries = new Set([trees.old.get(path), trees.new.get(path)]);
    return [...entries].flatMap((by) => {
      if (!by || by.link) return [];
      const needed = needsOf(by).map(([name, range]) => {
        const seen = found.get(keyOf(path, by, name));
        const places = lookups(path, name);
        const suits = (entry: LockEntry | undefined) =>
          seen?.has(versionOf(entry)) === true || (entry !== undefined && isSuitable(entry, range));
        return { path, by, places, suits, deltas: deltasAt([...places, path], upgrades) };
      });
      return [...needed, ...aroundIt(path, by, upgrades)].filter(({ deltas }) => deltas.length > 0);
    });
  });
}

/** Links lead into the project, which is the same in all sets. */
function isSuitable(entry: LockEntry, range: string): boolean {
  return entry.link === true || isInRange(entry.version ?? "", range) !== false;
}

/** A package inside another one is there for that. */
function aroundIt(path: string, by: LockEntry, upgrades: Upgrades): Requirement[] {
  const outer = path.slice(0, path.lastIndexOf("/node_modules/"));
  if (!path.includes("/node_modules/") || !isInstalled(outer)) return [];
  const suits = (entry: LockEntry | undefined) => entry !== undefined;
  return [{ path, by, places: [outer], suits, deltas: deltasAt([outer, path], upgrades) }];
}

function deltasAt(paths: readonly string[], upgrades: Upgrades): number[] {
  return [...new Set(paths.flatMap((path) => upgrades.deltaAt(path) ?? []))];
}

function keyOf(path: string, by: LockEntry, name: string): string {
  return `${nameAt(path, by)}@${by.version} ${name}`;
}

/** The versions that packages found on either side, undefined for nothing. */
function seenIn({ trees }: Upgrades): Map<string, Set<string | undefined>> {
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

function resolved(tree: Tree, path: string, name: string): LockEntry | undefined {
  const place = lookups(path, name).find((each) => tree.has(each));
  return place === undefined ? undefined : tree.get(place);
}

function isViolated({ path, by, places, suits }: Requirement, set: DeltaSet, upgrades: Upgrades): boolean {
  if (upgrades.at(path, set) !== by) return false;
  for (const place of places) {
    const entry = upgrades.at(place, set);
    if (entry) return !suits(entry);
  }
  return !suits(undefined);
}

/** A set with what it seems to need: for each requirement that is not met one delta that mends it, else all it is about. */
function mended(set: DeltaSet, upgrades: Upgrades, violations: (set: DeltaSet) => Requirement[]): DeltaSet {
  for (;;) {
    const open = violations(set).filter(({ deltas }) => deltas.some((delta) => !set.has(delta)));
    if (open.length === 0) return set;
    for (const requirement of open) {
      if (!isViolated(requirement, set, upgrades)) continue;
      const missing = requirement.deltas.filter((delta) => !set.has(delta));
      const enough = missing.find((delta) => !isViolated(requirement, set.union(DeltaSet.of(delta)), upgrades));
      set = set.union(enough === undefined ? DeltaSet.of(...missing) : DeltaSet.of(enough));
    }
  }
}

/** The same upgrades, with those made one that need each other. */
export function withPeersTogether(upgrades: Upgrades): Upgrades {
  const { dependencies } = possibleIn(upgrades);
  const needs = [...upgrades.all].map((delta) => dependencies.withNeeds(DeltaSet.of(delta)));
  const groups: number[][] = [];
  for (const delta of upgrades.all) {
    const group = groups.find(([first]) => needs[first!]!.has(delta) && needs[delta]!.has(first!));
    if (group) group.push(delta);
    else groups.push([delta]);
  }
  return groups.length === upgrades.deltas.length ? upgrades : upgrades.grouped(groups);
}
