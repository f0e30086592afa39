import type { DeltaSet } from "../../core/delta-set.ts";
import { composedPackages } from "./composed-lockfile.ts";
import { overridesOf } from "./install.ts";
import { type LockEntry, lookups, nameAt } from "./lockfile.ts";
import { type Overrides, specOf } from "./manifest-text.ts";
import type { PackageSides } from "./package-list.ts";
import type { PackageTree, Upgrades } from "./upgrades.ts";
import { isInRange } from "./version-range.ts";

/** The overrides that package.json must have so that npm accepts a lockfile with only some of the upgrades made. */
export function overridesFor(sides: PackageSides, upgrades: Upgrades, set: DeltaSet): Overrides {
  const { old, new: now } = sides;
  const { entries } = composedPackages(sides, upgrades, set);
  const installed = new Map(
    upgrades.paths.flatMap((path): [string, LockEntry][] => {
      const entry = entries.has(path) ? upgrades.at(path, set) : undefined;
      return entry ? [[path, entry]] : [];
    }),
  );
  const heldBack = [...installed].filter(([path]) => upgrades.sideAt(path, set) === "old");
  const names = new Set(heldBack.map(([path, entry]) => nameAt(path, entry)));
  const overrides: Record<string, unknown> = ownOverrides(overridesOf(old), overridesOf(now), names);
  const { dependencies, devDependencies, optionalDependencies } = now.lockfile.root;
  const direct = new Set(Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies }));
  const edges = edgesIn(installed);
  for (const edge of edges.filter((each) => isForced(each, upgrades.trees)))
    Object.assign(overrides, overrideOf(edge, { installed, edges, direct, sum: overrides }));
  return overrides;
}

/** The overrides of the new side, except for packages that are held back. */
function ownOverrides(old: Overrides, now: Overrides, heldBack: ReadonlySet<string>): Record<string, unknown> {
  const kept = Object.keys({ ...now, ...old }).map((name) => [name, (heldBack.has(name) ? old : now)[name]]);
  return Object.fromEntries(kept.filter(([, value]) => value !== undefined));
}

/** A package asks for another one by a range, and finds it. */
interface Edge {
  readonly path: string;
  readonly by: LockEntry;
  readonly name: string;
  readonly range: string;
  readonly found: LockEntry;
  /** Where that is. */
  readonly place: string;
}

/** npm checks the ranges of optional ones, too, if they are there. */
function edgesIn(installed: PackageTree): Edge[] {
  return [...installed].flatMap(([path, by]) => {
    const { dependencies, optionalDependencies, peerDependencies } = by;
    const ranges = { ...peerDependencies, ...optionalDependencies, ...dependencies };
    return Object.entries(ranges).flatMap(([name, range]) => {
      const place = placeFrom(installed, path, name);
      return place === undefined ? [] : [{ path, by, name, range, place, found: installed.get(place)! }];
    });
  });
}

function foundFrom(tree: PackageTree, path: string, name: string): LockEntry | undefined {
  const place = placeFrom(tree, path, name);
  return place === undefined ? undefined : tree.get(place);
}

function placeFrom(tree: PackageTree, path: string, name: string): string | undefined {
  return lookups(path, name).find((each) => tree.has(each));
}

/** Whether a version is out of range, and was not so on one of the two sides, which have their own overrides for that. */
function isForced({ path, by, name, range, found }: Edge, { old, new: now }: Upgrades["trees"]): boolean {
  if (found.link || isInRange(found.version ?? "", range) !== false) return false;
  return ![old, now].some(
    (tree) => tree.get(path)?.version === by.version && foundFrom(tree, path, name)?.version === found.version,
  );
}

interface Installation {
  readonly installed: PackageTree;
  readonly edges: readonly Edge[];
  /** The names that the project itself requires. */
  readonly direct: ReadonlySet<string>;
  /** The overrides so far. */
  readonly sum: Overrides;
}

/**
 * Lets a package find what it finds. An override holds for everything below the package that it names, so those that find
 * another version there are named too. If all find the same, the shortest form does.
 */
function overrideOf({ path, name, found }: Edge, { installed, edges, direct, sum }: Installation): Overrides {
  const others = edges.filter(
    (each) => each.name === name && each.path !== path && specOf(each.found) !== specOf(found),
  );
  if (others.length === 0 && !direct.has(name)) return { [name]: specOf(found) };
  const below = pathsBelow(path, edges);
  const own = others
    .filter((each) => below.has(each.path))
    .map((each) => [keyOf(each.path, installed), { [name]: specOf(each.found) }] as const);
  const key = keyOf(path, installed);
  const before = sum[key] instanceof Object ? sum[key] : {};
  return { [key]: { ...before, [name]: specOf(found), ...Object.fromEntries(own) } };
}

/** What a package requires, directly or not. */
function pathsBelow(path: string, edges: readonly Edge[]): ReadonlySet<string> {
  const below = new Set([path]);
  for (const each of below) for (const edge of edges) if (edge.path === each) below.add(edge.place);
  return below;
}

/** How overrides name a package: with its version if there are several. */
function keyOf(path: string, installed: PackageTree): string {
  const name = nameAt(path);
  const versions = new Set([...installed].flatMap(([each, { version }]) => (nameAt(each) === name ? [version] : [])));
  return versions.size > 1 ? `${name}@${installed.get(path)!.version}` : name;
}
