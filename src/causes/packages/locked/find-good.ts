import { DeltaSet } from "../../../core/delta-set.ts";
import { ask, type DeltaSearch } from "../../../core/search.ts";
import { runStage, stageOf } from "../../../run/stage/stage.ts";
import type { FoundSets } from "../../../search/assumptions.ts";
import { ddmax } from "../../../search/ddmax.ts";
import { causeIn } from "../../../search/goal.ts";
import type { CandidateTrees } from "../../../versions/packages/locked/fill-caches.ts";
import type { LockedContext } from "../../../versions/packages/locked/locked-context.ts";
import type { LockedWorlds } from "./locked-worlds.ts";
import { refusalOf } from "./refusal.ts";

/** How candidates are made, and the upgrades that break the test. */
export interface GoodCandidates {
  readonly worlds: LockedWorlds;
  readonly trees: CandidateTrees;
  readonly found: FoundSets;
}

export interface FoundGood {
  readonly passing: DeltaSet;
  readonly complete: boolean;
}

/** A set of upgrades that pass together. */
export interface GoodSet extends FoundGood {
  /** Whether the manager itself installs them. */
  readonly isAccepted: boolean;
  readonly notes: readonly string[];
}

/**
 * The largest set of upgrades under which the test passes. If the manager itself does not install what was put together without it, the
 * search goes on with candidates that it installs itself: what needs each other is then kept or held back together.
 */
export async function findGood(
  context: LockedContext,
  candidates: GoodCandidates,
  onBest: (passing: DeltaSet) => void,
): Promise<GoodSet> {
  const { manager, sides } = context;
  const { worlds, trees } = candidates;
  const single = await search(context, candidates, { world: worlds.world, onBest });
  const refusal = single.complete ? await refusalOf(context, trees, single.passing) : undefined;
  if (refusal === undefined) return { ...single, isAccepted: true, notes: [] };
  const refusalOfOld = await refusalOf(context, trees, DeltaSet.empty);
  if (refusalOfOld !== undefined) {
    const note =
      `${manager.name} itself installs neither these nor the packages of ${sides.old.name}, so it has not confirmed the result: ` +
      `${refusal}.`;
    return { ...single, isAccepted: false, notes: [note] };
  }
  const accepted = await search(context, candidates, { world: worlds.newWorld, onBest });
  const note = `Package by package ${single.passing.size} upgrades pass, but ${manager.name} does not install them together: ${refusal}.`;
  return { ...accepted, isAccepted: true, notes: [note] };
}

interface GoodSearch {
  readonly world: LockedWorlds["world"];
  readonly onBest: (passing: DeltaSet) => void;
}

async function search(
  { run, difference }: LockedContext,
  { found }: GoodCandidates,
  { world, onBest }: GoodSearch,
): Promise<FoundGood> {
  const total = difference.packages.length;
  const all = DeltaSet.range(0, total);
  const stage = stageOf({
    name: "good",
    search: largestPassing(all.minus(causeIn(found)), all),
    total,
    world,
    start: { failing: total },
    sizes: (passing) => ({ failing: total - passing.size }),
    logging: { labels: () => difference.packages.map(({ name }) => name) },
  });
  const end = await runStage(run, { ...stage, unit: "packages" }, { onBest });
  const passing = end.result ?? DeltaSet.empty;
  const deltas = { total, cause: total - passing.size };
  run.stages.push({ name: "good", search: "ddmax", deltas, needed: end.needed });
  return { passing, complete: end.complete };
}

/** From all upgrades but those that make the test fail or, if that does not pass, from none. */
function largestPassing(without: DeltaSet, all: DeltaSet): DeltaSearch {
  return ask<DeltaSet, DeltaSet>(without, DeltaSet.empty, (outcome) =>
    ddmax(outcome === "pass" ? without : DeltaSet.empty, all),
  );
}
