import type { DeltaSet } from "../../core/delta-set.ts";
import type { Outcome } from "../../core/outcome.ts";
import type { NewTreeChecks } from "../confirm-in-new-trees.ts";
import type { VersionsContext } from "../context.ts";
import type { ChangeCandidates } from "./change-candidates.ts";

/** What a search among changes needs. */
export interface IsolationContext extends VersionsContext {
  readonly newTrees: NewTreeChecks;
}

/**
 * The outcome of the failing version with only some changes kept. That it still fails is a surprise, and what earlier tests
 * left behind may be why: then what it does in a new tree counts.
 */
export async function tryTakenBack(
  { run, pair, newTrees }: IsolationContext,
  { tree, world }: ChangeCandidates,
  kept: DeltaSet,
): Promise<Outcome> {
  const { outcome } = await run.tryWorld("taken back", world(kept));
  if (outcome !== "fail") return outcome;
  const name = "failing version with changes taken back";
  const checked = await newTrees.check({ world: pair.freshWorld(tree(kept)), expected: "fail", name });
  return checked.outcome ?? "unresolved";
}
