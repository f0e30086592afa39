import { DeltaSet } from "../../core/delta-set.ts";
import type { Run } from "../../run/run.ts";
import type { World } from "../../trial/laboratory.ts";

/** What the search for the largest passing set came to. */
interface KeptUpgrades {
  readonly all: DeltaSet;
  /** The largest set with which the test passes. */
  readonly passing: DeltaSet;
  /** The upgrades that were found before. */
  readonly found: DeltaSet;
  readonly world: (set: DeltaSet) => World;
}

/**
 * Upgrades that break the test besides those that were found: with all that are kept and any one of these, it fails. The search
 * has tried each, so that is mostly known already.
 */
export async function furtherCulprits(run: Run, { all, passing, found, world }: KeptUpgrades): Promise<number[]> {
  const culprits: number[] = [];
  try {
    for (const delta of all.minus(passing).minus(found)) {
      const { outcome } = await run.tryWorld("good", world(passing.union(DeltaSet.of(delta))));
      if (outcome === "fail") culprits.push(delta);
    }
  } catch (error) {
    if (!run.stopped.aborted) throw error;
  }
  return culprits;
}
