import { DeltaSet } from "../../core/delta-set.ts";
import type { LockEntry } from "./lockfile.ts";

/** What is installed at each path, on one side. */
export type PackageTree = ReadonlyMap<string, LockEntry>;

/** A path at which the two sides differ. */
export interface PackageChange {
  readonly path: string;
  /** Undefined: it is added. */
  readonly old: LockEntry | undefined;
  /** Undefined: it is removed. */
  readonly new: LockEntry | undefined;
}

/**
 * The difference between two sets of installed packages. A delta is a package that is upgraded, added or removed, or
 * several that can only go together. None gives the old packages, all give the new ones.
 */
export class Upgrades {
  /** By delta. */
  readonly deltas: readonly (readonly PackageChange[])[];
  readonly trees: { readonly old: PackageTree; readonly new: PackageTree };
  /** Every path of either side, in order: a package before those inside it. */
  readonly paths: readonly string[];
  readonly #deltaAt = new Map<string, number>();

  constructor(trees: Upgrades["trees"], deltas: readonly (readonly PackageChange[])[]) {
    this.trees = trees;
    this.deltas = deltas;
    this.paths = [...new Set([...trees.old.keys(), ...trees.new.keys()])].sort();
    for (const [i, moves] of deltas.entries()) for (const { path } of moves) this.#deltaAt.set(path, i);
  }

  /** A delta for each change, except for bundled packages, which belong to the package that contains them. */
  static between(old: PackageTree, now: PackageTree): Upgrades {
    const paths = [...new Set([...old.keys(), ...now.keys()])].sort();
    const moves = paths.flatMap((path): PackageChange[] => {
      const move = { path, old: old.get(path), new: now.get(path) };
      return isSame(move.old, move.new) ? [] : [move];
    });
    const isBundled = ({ old, new: now }: PackageChange) => Boolean(old?.inBundle || now?.inBundle);
    const carriers = moves.filter((move) => !isBundled(move));
    const bundles = new Map(carriers.map((move) => [move.path, [move]]));
    for (const move of moves.filter(isBundled)) {
      const carrier = carriers.findLast(({ path }) => move.path.startsWith(`${path}/node_modules/`));
      if (carrier) bundles.get(carrier.path)!.push(move);
      else bundles.set(move.path, [move]);
    }
    return new Upgrades({ old, new: now }, [...bundles.values()]);
  }

  get all(): DeltaSet {
    return DeltaSet.range(0, this.deltas.length);
  }

  /** The delta that changes what is at a path. */
  deltaAt(path: string): number | undefined {
    return this.#deltaAt.get(path);
  }

  /** What is at a path with these upgrades made. */
  at(path: string, set: DeltaSet): LockEntry | undefined {
    return this.trees[this.sideAt(path, set)].get(path);
  }

  /** Whose package it is. What both have is taken from the new side. */
  sideAt(path: string, set: DeltaSet): "old" | "new" {
    const delta = this.#deltaAt.get(path);
    return delta === undefined || set.has(delta) ? "new" : "old";
  }

  /** The same with some deltas made one. Groups are disjoint, and in order of their first delta. */
  grouped(groups: readonly (readonly number[])[]): Upgrades {
    return new Upgrades(
      this.trees,
      groups.map((group) => group.flatMap((delta) => this.deltas[delta]!)),
    );
  }
}

function isSame(old: LockEntry | undefined, now: LockEntry | undefined): boolean {
  if (!old || !now) return old === now;
  if (old.link || now.link) return old.link === now.link && old.resolved === now.resolved;
  if (old.version !== now.version) return false;
  const [one, other] = [old.integrity, now.integrity];
  // Checksums of different kinds say nothing.
  if (one !== undefined && other !== undefined && one.split("-")[0] === other.split("-")[0]) return one === other;
  return old.resolved === now.resolved;
}
