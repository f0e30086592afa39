import { DeltaSet } from "../../core/delta-set.ts";
import type { Outcome } from "../../core/outcome.ts";
import type { Version } from "../../world/tree/version.ts";
import { type Confirmation, confirmInNewTrees, type TreeClaim } from "../confirm-in-new-trees.ts";
import type { VersionsContext } from "../context.ts";
import { treeOf } from "../worlds/trees.ts";
import type { VersionPair } from "../worlds/version-pair.ts";
import type { ChangeCandidates } from "./change-candidates.ts";
import { applyPatch } from "./patch.ts";

interface Patches {
  readonly cause: Uint8Array;
  readonly fix: Uint8Array | undefined;
}

/** Applies the patches to fresh trees, as the user would, and runs the test there. */
export async function confirmPatches(
  { run, pair }: VersionsContext,
  { changes, tree }: ChangeCandidates,
  { cause, fix }: Patches,
): Promise<Confirmation> {
  const patched = (set: DeltaSet, patch: Uint8Array) =>
    pair.freshWorld(tree(set), (folder) => applyPatch(folder, patch));
  const fails: TreeClaim = {
    world: patched(DeltaSet.empty, cause),
    expected: "fail",
    name: "passing version with the patch",
  };
  if (!fix) return confirmInNewTrees(run, [fails]);
  const passes: TreeClaim = {
    world: patched(changes.all, fix),
    expected: "pass",
    name: "failing version with the change taken back",
  };
  return confirmInNewTrees(run, [fails, passes]);
}

/** What came of a patch on another version: an outcome; it does not apply; or the run was stopped. */
export type Tried = Outcome | "does not apply" | "stopped";

/** Applies a patch to a fresh tree of a version, and runs the test there. */
export async function tryPatch(
  { run }: Pick<VersionsContext, "run">,
  pair: VersionPair,
  { version, patch }: { readonly version: Version; readonly patch: Uint8Array },
): Promise<Tried> {
  try {
    const world = pair.freshWorld(treeOf(pair, version), (folder) => applyIfPossible(folder, patch));
    return (await run.observe(world)).outcome;
  } catch (error) {
    if (error instanceof DoesNotApply) return "does not apply";
    if (!run.stopped.aborted) throw error;
    return "stopped";
  }
}

class DoesNotApply extends Error {}

function applyIfPossible(folder: string, patch: Uint8Array): void {
  try {
    applyPatch(folder, patch);
  } catch (error) {
    // Git exits with another status for any other reason, such as a full disk.
    throw (error as { status?: number }).status === 1 ? new DoesNotApply() : error;
  }
}
