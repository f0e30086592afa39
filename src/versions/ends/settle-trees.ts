import { type End, type Ends, LeftoversMatter, type SettleOptions, settleEnds } from "../../run/ends/ends.ts";
import type { EndsEvent } from "../../run/record/events.ts";
import type { Run } from "../../run/run.ts";
import type { Tree } from "../../world/tree/incremental-checkout.ts";
import type { ReuseMode } from "../worlds/tree-reuse.ts";
import type { TreeWorlds } from "../worlds/tree-worlds.ts";
import type { VersionPair } from "../worlds/version-pair.ts";
import { tightenReuse } from "./tree-settings.ts";

/** A tree that is an end of the search, and its name for messages. */
export interface TreeEnd {
  readonly tree: Tree;
  readonly name: string;
  readonly worlds: TreeWorlds;
}

/**
 * Runs both ends, each first in a tree that no test has used, and then where the other one has run: so a difference between
 * a new tree and a reused one shows before the search begins. If there is one, trees are reused less.
 */
export async function settleTrees(
  run: Run,
  pair: VersionPair,
  ends: { readonly failing: TreeEnd; readonly other: TreeEnd },
  { runOnce = false, before = run.counts.run, ...how }: SettleOptions & { readonly runOnce?: boolean } = {},
): Promise<EndsEvent> {
  try {
    return await settleEnds(run, { ...asEnds(ends, pair.reuse.mode), runOnce }, { ...how, before });
  } catch (error) {
    const why = "The test comes out differently where another test has run before";
    if (!(error instanceof LeftoversMatter) || !tightenReuse(run, pair, why)) throw error;
    return settleTrees(run, pair, ends, { ...how, runOnce, before });
  }
}

function asEnds({ failing, other }: { readonly failing: TreeEnd; readonly other: TreeEnd }, mode: ReuseMode): Ends {
  return { failing: asEnd(failing, mode, [0, 1]), other: asEnd(other, mode, [1, 0]) };
}

function asEnd({ tree, name, worlds }: TreeEnd, mode: ReuseMode, [first, second]: [number, number]): End {
  const [world, fresh] = [worlds.world(tree), worlds.freshWorld(tree)];
  if (mode === "fresh") return { name, world };
  // At first no test has run in any tree; after that, only a new one is as good.
  return {
    name,
    world: mode === "reused" ? { ...world, slot: first } : fresh,
    again: { ...world, slot: second },
    fresh,
  };
}
