import type { Placed } from "../../world/changes/version-diff.ts";
import { placedIn } from "../../world/git/write-tree.ts";
import type { Tree } from "../../world/tree/incremental-checkout.ts";
import type { Version } from "../../world/tree/version.ts";
import type { VersionPair } from "./version-pair.ts";

/** A version, expressed as its differences from the old one of a pair. */
export function treeOf({ old }: Pick<VersionPair, "old">, version: Version): Tree {
  if (version === old) return { base: old, placed: [] };
  const placed = placedIn(version, old);
  version.load?.(placed.flatMap(({ path, item }) => (item ? [path] : [])));
  return { base: old, placed };
}

/** Two lists of paths as one; where both have a path, the upper one counts. */
export function overlay(lower: readonly Placed[], upper: readonly Placed[]): Placed[] {
  const hidden = new Set(upper.map(({ path }) => path));
  return [...lower.filter(({ path }) => !hidden.has(path)), ...upper];
}
