import { DeltaSet } from "../../core/delta-set.ts";
import type { Outcome } from "../../core/outcome.ts";
import type { Hinted } from "../../core/search.ts";
import type { SearchTaken } from "../../run/conclusion.ts";
import type { Run } from "../../run/run.ts";
import { runStage, stageOf, testedSets } from "../../run/stage/stage.ts";
import { type Explanation, explainDifference } from "../../search/explain.ts";
import { skipping } from "../../search/skipping.ts";
import type { World } from "../../trial/laboratory.ts";
import type { Stock } from "../../world/packages/installed-upgrades.ts";
import type { Upgrades } from "../../world/packages/upgrades.ts";
import { sizesOf } from "../changes/explain-changes.ts";
import { upgradeDetails } from "./upgrade-details.ts";

/** The upgrades that a failure needs; if the search was stopped, those that were not excluded. */
export interface ExplainedUpgrades extends Explanation {
  readonly complete: boolean;
  readonly taken: SearchTaken;
}

/** Maximum number of sets that are skipped because they cannot be installed; after that they are tested anyway. */
const maxSkipped = 2000;

/** Finds the upgrades that a failure needs; `world` builds the candidate with some of them. */
export async function explainUpgrades(
  run: Run,
  { upgrades, compatibility }: Stock,
  world: (set: DeltaSet) => World,
): Promise<ExplainedUpgrades> {
  const total = upgrades.deltas.length;
  const search = skipping<Explanation, Outcome | Hinted>(
    explainDifference({
      passing: DeltaSet.empty,
      failing: upgrades.all,
      depth: (left, right) => commonDepth(upgrades, left, right),
      dependencies: compatibility.dependencies,
    }),
    compatibility.answerWithoutTest,
    maxSkipped,
  );
  const end = await runStage<DeltaSet, Explanation, Outcome | Hinted>(
    run,
    stageOf({
      name: "packages",
      searchName: "explain",
      search,
      total,
      world,
      start: { failing: total, passing: 0 },
      sizes: sizesOf,
      left: ({ failing }) => failing.size,
      logging: {
        labels: () => upgrades.deltas.map((moves) => moves.map(({ path }) => path).join(", ")),
        details: () => upgradeDetails(upgrades),
      },
    }),
  );
  const found = end.result ?? { failing: upgrades.all, causes: upgrades.all, suspects: upgrades.all };
  return {
    // Until the end it is not known which upgrades are only needed by the others.
    ...(end.complete ? found : { ...found, causes: found.failing }),
    complete: end.complete,
    taken: { tested: () => testedSets(search, end), found: { failing: found.failing } },
  };
}

/** Packages of the same scope, and those inside the same package, probably belong together. */
function commonDepth({ deltas }: Upgrades, left: number, right: number): number {
  const [a, b] = [left, right].map((delta) => deltas[delta]![0]!.path.split("/").slice(1));
  const apart = a!.findIndex((part, i) => part !== b![i]);
  return apart === -1 ? a!.length : apart;
}
