import { join } from "node:path";
import type { DeltaSet } from "../../core/delta-set.ts";
import type { World } from "../../trial/laboratory.ts";
import type { Changes } from "../../world/changes/version-diff.ts";
import type { Tree } from "../../world/tree/incremental-checkout.ts";
import type { Version } from "../../world/tree/version.ts";
import type { VersionsContext } from "../context.ts";
import { overlay, treeOf } from "../worlds/trees.ts";
import { patchBetween } from "./patch.ts";

/** A passing version with some of the changes that lead to the failing one. */
export interface ChangeCandidates {
  readonly changes: Changes;
  readonly tree: (set: DeltaSet) => Tree;
  readonly world: (set: DeltaSet) => World;
  /** The patch that turns one candidate into another. */
  readonly patch: (from: DeltaSet, to: DeltaSet) => Uint8Array;
}

export function changeCandidates({ run, pair }: VersionsContext, passing: Version, changes: Changes): ChangeCandidates {
  const { placed: before } = treeOf(pair, passing);
  const tree = (set: DeltaSet) => ({ base: pair.old, placed: overlay(before, changes.compose(set)) });
  return {
    changes,
    tree,
    world: (set) => pair.world(tree(set)),
    patch: (from, to) => patchBetween(changes.compose(from), changes.compose(to), join(run.record.folder, "patch")),
  };
}
