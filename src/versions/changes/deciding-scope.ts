import { DeltaSet } from "../../core/delta-set.ts";
import type { CommonDepth } from "../../search/scoped.ts";
import { indexNames } from "../../world/changes/name-index.ts";
import { bindingsOf, scopesOf } from "../../world/changes/scopes.ts";
import type { Changes } from "../../world/changes/version-diff.ts";
import type { ChangeCandidates } from "./change-candidates.ts";
import { type IsolationContext, tryTakenBack } from "./taken-back.ts";

/** Maximum number of scopes that are tried. */
const maxScopes = 4;

/**
 * Changes that make the passing version fail may not be why the failing one does: if that still fails without them, it fails
 * for another reason too. Then the cause is all changes in the narrowest scope around them, with what these need, that the
 * failing version does not fail without. Undefined: the changes alone are the cause, as far as was tested.
 */
export async function findDecidingScope(
  context: IsolationContext,
  candidates: ChangeCandidates,
  cause: DeltaSet,
): Promise<DeltaSet | undefined> {
  const { run } = context;
  const { changes, world } = candidates;
  const { all } = changes;
  const outcome = async (set: DeltaSet) => (await run.tryWorld("taken back", world(set))).outcome;
  const without = (set: DeltaSet) => tryTakenBack(context, candidates, all.minus(set));
  try {
    if ((await without(cause)) !== "fail") return undefined;
    for (const scope of await scopesAround(changes, cause))
      if ((await outcome(scope)) === "fail" && (await without(scope)) !== "fail") return scope;
  } catch (error) {
    if (!run.stopped.aborted) throw error;
  }
  return undefined;
}

/** The changes in the scopes around some changes of one file, the narrowest first, each with what it seems to need. */
async function scopesAround(changes: Changes, cause: DeltaSet): Promise<DeltaSet[]> {
  const file = changes.files().find(({ first, changes: own }) => {
    return DeltaSet.range(first, first + own.length).contains(cause);
  });
  if (!file) return [];
  const own = DeltaSet.range(file.first, file.first + file.changes.length);
  const { depth } = await scopesOf(changes);
  const { dependencies } = indexNames(changes.changes, bindingsOf(changes));
  const sets = growingScopes(own, cause, depth).map(dependencies.withNeeds);
  return sets.filter((set) => set.size < changes.all.size && !set.equals(cause)).slice(0, maxScopes);
}

/** Those of a file's changes that are in the same scope as some others, for ever wider scopes. */
export function growingScopes(own: DeltaSet, cause: DeltaSet, depth: CommonDepth): DeltaSet[] {
  const shared = [...own].map((i) => ({ i, depth: Math.max(...[...cause].map((each) => depth(each, i))) }));
  const depths = [...new Set(shared.map((each) => each.depth))].sort((a, b) => b - a);
  return depths.map((least) =>
    DeltaSet.from(shared.filter((each) => each.depth >= least).map(({ i }) => [i, i + 1] as const)).union(cause),
  );
}
