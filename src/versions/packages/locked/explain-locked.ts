import { DeltaSet } from "../../../core/delta-set.ts";
import type { SidesDetails } from "../../../core/stage-details.ts";
import { runStage, stageOf, testedSets } from "../../../run/stage/stage.ts";
import { explainDifference } from "../../../search/explain.ts";
import type { World } from "../../../trial/laboratory.ts";
import type { MovedPackage } from "../../../world/packages/managers/manager.ts";
import { sizesOf } from "../../changes/explain-changes.ts";
import type { ExplainedUpgrades } from "../explain-upgrades.ts";
import type { LockedContext } from "./locked-context.ts";

/** Finds the upgrades that a failure needs; `world` builds the candidate with some of them. */
export async function explainLocked(
  { run, difference }: Pick<LockedContext, "run" | "difference">,
  world: (set: DeltaSet) => World,
): Promise<ExplainedUpgrades> {
  const { packages } = difference;
  const total = packages.length;
  const all = DeltaSet.range(0, total);
  const pair = { passing: DeltaSet.empty, failing: all };
  const search = explainDifference({ ...pair, depth: () => 0, dependencies: undefined });
  const stage = stageOf({
    ...{ name: "packages", searchName: "explain", search, total, world, sizes: sizesOf },
    start: { failing: total, passing: 0 },
    left: ({ failing }) => failing.size,
    logging: { labels: () => packages.map(({ name }) => name), details: () => movedDetails(packages) },
  });
  const end = await runStage(run, stage);
  const found = end.result ?? { failing: all, causes: all, suspects: all };
  return {
    // Until the end it is not known which upgrades are only needed by the others.
    ...(end.complete ? found : { ...found, causes: found.failing }),
    complete: end.complete,
    searches: [{ tested: () => testedSets(search, end), found: { failing: found.failing } }],
  };
}

/** The two versions of each package, for the page. */
function movedDetails(packages: readonly MovedPackage[]): SidesDetails {
  return {
    kind: "sides",
    heads: ["Package", "Old", "New"],
    items: packages.map(({ name, old, new: now }) => [
      { name, ...(old === undefined ? {} : { old }), ...(now === undefined ? {} : { new: now }) },
    ]),
  };
}
