import type { DeltaSet } from "../../core/delta-set.ts";
import { jsonLike } from "../text/json-edit.ts";
import { isInstalled, type LockEntry, type Lockfile, lookups } from "./lockfile.ts";
import type { PackageSides } from "./package-list.ts";
import { requiredIn } from "./requirement-chains.ts";
import type { Upgrades } from "./upgrades.ts";
import { isInRange } from "./version-range.ts";

/** Packages composed from both sides. */
export interface ComposedPackages {
  /** What the project itself requires with them. */
  readonly root: LockEntry;
  /** All of them, by their paths, in npm's own order. */
  readonly entries: Lockfile["entries"];
  /** Ranges that package.json must have instead of its own; undefined: none. */
  readonly ranges: ReadonlyMap<string, string | undefined>;
}

/** A lockfile composed from both sides. */
export interface Composed extends ComposedPackages {
  readonly text: string;
}

/** The new lockfile with only some of the upgrades made. */
export function lockfileWith(sides: PackageSides, upgrades: Upgrades, set: DeltaSet): Composed {
  const composed = composedPackages(sides, upgrades, set);
  const { lockfile, text } = sides.new;
  // Version 3 is version 2 without what npm 6 read.
  const { dependencies: _, ...json } = lockfile.json;
  const packages = { "": composed.root, ...Object.fromEntries(composed.entries) };
  return { ...composed, text: jsonLike(text, { ...json, lockfileVersion: 3, packages }) };
}

/** What npm installs with only some of the upgrades made: it leaves out what only the others require. */
export function composedPackages({ old, new: now }: PackageSides, upgrades: Upgrades, set: DeltaSet): ComposedPackages {
  const lockfiles = { old: old.lockfile, new: now.lockfile };
  const side = sideOf(upgrades, lockfiles, set);
  // Otherwise npm would write the file anew.
  const paths = [...new Set([...lockfiles.old.entries.keys(), ...lockfiles.new.entries.keys()])].sort((a, b) =>
    a.localeCompare(b, "en"),
  );
  const all = new Map(
    paths.flatMap((path): [string, LockEntry][] => {
      const entry = lockfiles[side(path)].entries.get(path);
      return entry ? [[path, entry]] : [];
    }),
  );
  const own = rootWith(lockfiles.old.root, lockfiles.new.root, { entries: all, side });
  const required = requiredIn({ root: own.root, entries: all });
  const before = { old: requiredIn(lockfiles.old), new: requiredIn(lockfiles.new) };
  // What nothing required on its own side either, npm has put there for a reason of its own.
  const entries = [...all].filter(([path]) => required.has(path) || !before[side(path)].has(path));
  return { ...own, entries: new Map(entries) };
}

/** Packages for other systems are not installed here; they are on the side of the package that requires them. */
function sideOf(upgrades: Upgrades, lockfiles: Readonly<Record<"old" | "new", Lockfile>>, set: DeltaSet) {
  const users = new Map<string, string[]>();
  for (const [path, { optionalDependencies = {} }] of lockfiles.new.entries) {
    for (const name of Object.keys(optionalDependencies)) {
      const place = lookups(path, name).find((each) => lockfiles.new.entries.has(each));
      if (place !== undefined) users.set(place, [...(users.get(place) ?? []), path]);
    }
  }
  const isHere = new Set(upgrades.paths);
  return (path: string): "old" | "new" => {
    if (!isInstalled(path)) return "new";
    if (isHere.has(path)) return upgrades.sideAt(path, set);
    const by = users.get(path);
    const upgraded = by ? by.some((user) => upgrades.sideAt(user, set) === "new") : set.equals(upgrades.all);
    return upgraded ? "new" : "old";
  };
}

const kinds = ["dependencies", "devDependencies", "optionalDependencies"] as const;

interface Installation {
  readonly entries: ReadonlyMap<string, LockEntry>;
  readonly side: (path: string) => "old" | "new";
}

/** The project's own requirements, as in the new lockfile where what is installed suits them. */
function rootWith(old: LockEntry, now: LockEntry, { entries, side }: Installation) {
  const ranges = new Map<string, string | undefined>();
  const root: Record<string, unknown> = { ...now };
  for (const kind of kinds) {
    const [before = {}, after = {}] = [old[kind], now[kind]];
    const own: Record<string, string> = {};
    for (const name of new Set([...Object.keys(after), ...Object.keys(before)])) {
      const path = `node_modules/${name}`;
      const suits = side(path) === "new" || isInRange(entries.get(path)?.version ?? "", after[name] ?? "none") === true;
      const range = suits ? after[name] : before[name];
      if (range !== undefined) own[name] = range;
      if (range !== after[name]) ranges.set(name, range);
    }
    if (Object.keys(own).length > 0) root[kind] = own;
    else delete root[kind];
  }
  return { root, ranges };
}
