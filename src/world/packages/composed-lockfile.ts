import type { DeltaSet } from "../../core/delta-set.ts";
import { jsonLike } from "../text/json-edit.ts";
import { isInstalled, type LockEntry, type Lockfile, lookups } from "./lockfile.ts";
import type { PackageSides } from "./package-list.ts";
import type { Upgrades } from "./upgrades.ts";
import { isInRange } from "./version-range.ts";

/** A lockfile composed from both sides. */
export interface Composed {
  readonly text: string;
  /** What the project itself requires by it. */
  readonly root: LockEntry;
  /** Ranges that package.json must have instead of its own; undefined: none. */
  readonly ranges: ReadonlyMap<string, string | undefined>;
}

/** The new lockfile with only some of the upgrades made. */
export function lockfileWith({ old, new: now }: PackageSides, upgrades: Upgrades, set: DeltaSet): Composed {
  const [before, after] = [old.lockfile, now.lockfile];
  const side = sideOf(upgrades, { old: before, new: after }, set);
  // In npm's own order: otherwise it would write the file anew.
  const paths = [...new Set([...before.entries.keys(), ...after.entries.keys()])].sort((a, b) =>
    a.localeCompare(b, "en"),
  );
  const entries = paths.flatMap((path): [string, LockEntry][] => {
    const entry = (side(path) === "new" ? after : before).entries.get(path);
    return entry ? [[path, entry]] : [];
  });
  const { root, ranges } = rootWith(before.root, after.root, { entries: new Map(entries), side });
  // Version 3 is version 2 without what npm 6 read.
  const { dependencies: _, ...json } = after.json;
  const packages = { "": root, ...Object.fromEntries(entries) };
  return { text: jsonLike(now.text, { ...json, lockfileVersion: 3, packages }), root, ranges };
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
