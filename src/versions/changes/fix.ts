import { DeltaSet } from "../../core/delta-set.ts";
import type { BrokenAssumption } from "../../core/finding.ts";
import type { Outcome } from "../../core/outcome.ts";
import { confirm } from "../../run/confirm.ts";
import type { Run } from "../../run/run.ts";
import { indexNames } from "../../world/changes/name-index.ts";
import type { VersionsContext } from "../context.ts";
import { treeOf } from "../worlds/trees.ts";
import type { ChangeCandidates } from "./change-candidates.ts";
import { applyPatch } from "./patch.ts";

/** Finds what to revert in the failing version so that it passes: the cause, if need be with all that depends on it. */
export async function findFix(
  run: Run,
  { changes, world }: ChangeCandidates,
  cause: DeltaSet,
): Promise<DeltaSet | undefined> {
  const { dependencies } = indexNames(changes.changes);
  try {
    for (const reverted of [cause, dependencies.withDependents(cause)]) {
      const { outcome } = await run.observe(world(changes.all.minus(reverted)));
      if (outcome === "pass") return reverted;
    }
  } catch (error) {
    if (!run.stopped.aborted) throw error;
  }
  return undefined;
}

interface Patches {
  readonly cause: Uint8Array;
  readonly fix: Uint8Array | undefined;
}

/** Applies the patches to fresh trees, as the user would, and runs the test there. */
export async function confirmPatches(
  { run, pair }: VersionsContext,
  { changes, tree }: ChangeCandidates,
  { cause, fix }: Patches,
): Promise<BrokenAssumption[]> {
  const patched = (set: DeltaSet, patch: Uint8Array) =>
    pair.freshWorld(tree(set), (folder) => applyPatch(folder, patch));
  const fails = {
    world: patched(DeltaSet.empty, cause),
    outcome: "fail" as Outcome,
    name: "passing version with the patch",
  };
  if (!fix) return confirm(run, [fails]);
  const passes = {
    world: patched(changes.all, fix),
    outcome: "pass" as Outcome,
    name: "failing version with the change taken back",
  };
  return confirm(run, [fails, passes]);
}

interface TriedFix {
  readonly passes: boolean;
  readonly note: string;
}

/** Tries the fix, which was made for the version where the failure came in, on the version that the user has. */
export async function tryFixOnNewest({ run, pair, newest }: VersionsContext, fix: Uint8Array): Promise<TriedFix> {
  const name = newest ? `${pair.new.name} with its packages` : pair.new.name;
  try {
    const world = (newest ?? pair).freshWorld(treeOf(pair, pair.new), (folder) => applyFix(folder, fix));
    const { outcome } = await run.observe(world);
    const passes = outcome === "pass";
    if (passes) return { passes, note: `The fix also applies to ${name}, and the test passes there with it.` };
    const why = outcome === "fail" ? ": something else broke it since" : "";
    return { passes, note: `With the fix ${name} does not pass yet (${outcome})${why}.` };
  } catch (error) {
    if (!(error instanceof FixDoesNotApply)) throw error;
    return {
      passes: false,
      note: `The fix does not apply to ${name} as it is: the lines around it have changed since.`,
    };
  }
}

class FixDoesNotApply extends Error {}

function applyFix(folder: string, fix: Uint8Array): void {
  try {
    applyPatch(folder, fix);
  } catch (error) {
    // Git exits with another status for any other reason, such as a full disk.
    throw (error as { status?: number }).status === 1 ? new FixDoesNotApply() : error;
  }
}
