import { DeltaSet } from "../../core/delta-set.ts";
import type { Run } from "../../run/run.ts";
import { placeOfChange } from "../../world/changes/change-entry.ts";
import { type Confirmation, confirmInNewTrees, type TreeClaim } from "../confirm-in-new-trees.ts";
import type { VersionsContext } from "../context.ts";
import type { ChangeCandidates } from "./change-candidates.ts";

/** Maximum number of changes that are left out once more. */
const maxLeftOut = 8;

/**
 * Leaves out each change of a minimal cause once more, in new trees. That the test did not fail without a change is all that
 * shows that the change is needed, and a flaky test may have passed there by chance. Of a large cause, some are left out.
 */
export async function confirmMinimal(
  { run, pair }: VersionsContext,
  candidates: ChangeCandidates,
  cause: DeltaSet,
): Promise<Confirmation> {
  const { changes, tree, world } = candidates;
  const claims = leftOut(cause).map((i): { readonly set: DeltaSet; readonly claim: TreeClaim } => {
    const set = cause.minus(DeltaSet.of(i));
    const name = set.isEmpty ? "passing version" : `cause without ${placeOfChange(changes.changes[i]!)}`;
    return { set, claim: { world: pair.freshWorld(tree(set)), expected: "not fail", name } };
  });
  return confirmInNewTrees(
    run,
    claims.filter(({ set }) => !isEnd(run, world(set).content)).map(({ claim }) => claim),
  );
}

/** The ends were run twice before the search. */
function isEnd({ ends }: Run, content: string): boolean {
  return content === ends?.other.content;
}

/** Some changes of a cause, evenly spread; all of them, if there are few. */
export function leftOut(cause: DeltaSet): number[] {
  const all = [...cause];
  const number = Math.min(all.length, maxLeftOut);
  return Array.from({ length: number }, (_, i) => all[Math.floor((i * all.length) / number)]!);
}
