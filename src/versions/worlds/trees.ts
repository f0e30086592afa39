import type { Placed } from "../../world/changes/version-diff.ts";
import type { Repository } from "../../world/git/repository.ts";
import { placedIn } from "../../world/git/write-tree.ts";
import type { Tree } from "../../world/tree/incremental-checkout.ts";
import type { Version } from "../../world/tree/version.ts";
import type { Setting } from "./version-pair.ts";

/** A tag where there is one, or else the beginning of the commit's name. */
export function nameOf(repository: Repository, commit: string): string {
  const tags = repository.text(["tag", "--points-at", commit]).split("\n");
  return tags[0] || commit.slice(0, 10);
}

/** A version as what differs from the old one. */
export function treeOf({ old }: Setting, version: Version): Tree {
  if (version === old) return { base: old, placed: [] };
  const placed = placedIn(version, old);
  version.load?.(placed.flatMap(({ path, item }) => (item ? [path] : [])));
  return { base: old, placed };
}

/** Some paths as they are, but for those that are told anew. */
export function overlaid(below: readonly Placed[], above: readonly Placed[]): Placed[] {
  const hidden = new Set(above.map(({ path }) => path));
  return [...below.filter(({ path }) => !hidden.has(path)), ...above];
}
