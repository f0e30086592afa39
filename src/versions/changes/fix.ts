import { DeltaSet } from "../../core/delta-set.ts";
import type { BrokenAssumption } from "../../core/finding.ts";
import type { Outcome } from "../../core/outcome.ts";
import { confirm } from "../../run/confirm.ts";
import type { World } from "../../trial/laboratory.ts";
import { indexNames } from "../../world/changes/name-index.ts";
import type { Changes } from "../../world/changes/version-diff.ts";
import type { Tree } from "../../world/tree/incremental-checkout.ts";
import type { VersionsTask } from "../context.ts";
import { treeOf } from "../worlds/trees.ts";
import { applyPatch } from "./patch.ts";

/** What to take back in the failing version so that it passes: what was found, and where need be what depends on it. */
export async function findFix(
  { run }: VersionsTask,
  changes: Changes,
  found: DeltaSet,
  worldWith: (set: DeltaSet) => World,
): Promise<DeltaSet | undefined> {
  const { dependencies } = indexNames(changes.changes);
  try {
    for (const gone of [found, dependencies.withDependents(found)]) {
      const { outcome } = await run.observe(worldWith(changes.all.minus(gone)));
      if (outcome === "pass") return gone;
    }
  } catch (error) {
    if (!run.stopped.aborted) throw error;
  }
  return undefined;
}

interface Patches {
  readonly patch: Uint8Array;
  readonly reverse: Uint8Array | undefined;
  readonly treeWith: (set: DeltaSet) => Tree;
  readonly all: DeltaSet;
}

/** Applies the patches to fresh trees, as the user would, and runs the test there. */
export async function confirmPatches(
  { run, setting }: VersionsTask,
  { patch, reverse, treeWith, all }: Patches,
): Promise<BrokenAssumption[]> {
  const claim = (set: DeltaSet, text: Uint8Array, outcome: Outcome, name: string) => ({
    world: setting.freshWorld(treeWith(set), (folder) => applyPatch(folder, text)),
    outcome,
    name,
  });
  return confirm(run, [
    claim(DeltaSet.empty, patch, "fail", "passing version with the patch"),
    ...(reverse ? [claim(all, reverse, "pass", "failing version with the change taken back")] : []),
  ]);
}

/** Whether a fix is one for the version that the user has. */
interface Mended {
  readonly mended: boolean;
  readonly note: string;
}

/** Whether the version that the user has passes too with the patch that mends the one where the failure came in. */
export async function mendsNewest({ run, setting, newest }: VersionsTask, reverse: Uint8Array): Promise<Mended> {
  const name = newest ? `${setting.new.name} with its packages` : setting.new.name;
  try {
    const world = (newest ?? setting).freshWorld(treeOf(setting, setting.new), (folder) => applyPatch(folder, reverse));
    const { outcome } = await run.observe(world);
    const mended = outcome === "pass";
    if (mended) return { mended, note: `The fix also applies to ${name}, and the test passes there with it.` };
    return { mended, note: `With the fix ${name} does not pass yet (${outcome}): something else broke it since.` };
  } catch (error) {
    if (run.stopped.aborted) throw error;
    return {
      mended: false,
      note: `The fix does not apply to ${name} as it is: the lines around it have changed since.`,
    };
  }
}
