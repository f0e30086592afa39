import type { DeltaSet } from "../../core/delta-set.ts";
import type { Outcome } from "../../core/outcome.ts";
import type { Hinted, HintedSearch } from "../../core/search.ts";
import type { SearchTaken } from "../../run/conclusion.ts";
import type { Run } from "../../run/run.ts";
import { runStage, stageOf, testedSets } from "../../run/stage/stage.ts";
import type { Explanation } from "../../search/explain.ts";
import type { World } from "../../trial/laboratory.ts";
import type { Stock } from "../../world/packages/installed-upgrades.ts";
import { sizesOf } from "../changes/explain-changes.ts";
import { searchGroups, searchPackages } from "./search-upgrades.ts";
import { upgradeDetails } from "./upgrade-details.ts";

/** The upgrades that a failure needs; if the search was stopped, those that were not excluded. */
export interface ExplainedUpgrades extends Explanation {
  readonly complete: boolean;
  readonly searches: readonly SearchTaken[];
}

/**
 * Finds the upgrades that a failure needs; `world` builds the candidate with some of them. First among groups of packages
 * that need each other, then package by package in what was found.
 */
export async function explainUpgrades(
  run: Run,
  stock: Stock,
  world: (set: DeltaSet) => World,
): Promise<ExplainedUpgrades> {
  const { all } = stock.upgrades;
  const found = await runSearch(run, stock, { name: "packages", search: searchGroups(stock), failing: all, world });
  const { complete, failing } = found;
  if (!complete || failing.size === 1) return found;
  const inside = { name: "group", search: searchPackages(stock, failing), failing, world };
  const single = await runSearch(run, stock, inside);
  return { ...single, searches: [...found.searches, ...single.searches] };
}

interface UpgradesStage {
  readonly name: string;
  readonly search: HintedSearch<Explanation>;
  /** The set that the search begins with. */
  readonly failing: DeltaSet;
  readonly world: (set: DeltaSet) => World;
}

async function runSearch(
  run: Run,
  { upgrades }: Stock,
  { name, search, failing, world }: UpgradesStage,
): Promise<ExplainedUpgrades> {
  const stage = stageOf<Explanation, Outcome | Hinted>({
    name,
    searchName: "explain",
    search,
    total: upgrades.deltas.length,
    world,
    start: { failing: failing.size, passing: 0 },
    sizes: sizesOf,
    left: (result) => result.failing.size,
    logging: {
      labels: () => upgrades.deltas.map((moves) => moves.map(({ path }) => path).join(", ")),
      details: () => upgradeDetails(upgrades),
    },
  });
  const end = await runStage<DeltaSet, Explanation, Outcome | Hinted>(run, { ...stage, unit: "packages" });
  const found = end.result ?? { failing, causes: failing, suspects: failing };
  return {
    // Until the end it is not known which upgrades are only needed by the others.
    ...(end.complete ? found : { ...found, causes: found.failing }),
    complete: end.complete,
    searches: [{ tested: () => testedSets(search, end), found: { failing: found.failing } }],
  };
}
