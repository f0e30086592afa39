import { DeltaSet } from "../../core/delta-set.ts";
import type { Outcome } from "../../core/outcome.ts";
import { type Hinted, type HintedSearch, on } from "../../core/search.ts";
import { type Explanation, explainDifference } from "../../search/explain.ts";
import { skipping } from "../../search/skipping.ts";
import type { Compatibility } from "../../world/packages/compatibility.ts";
import type { Stock } from "../../world/packages/installed-upgrades.ts";
import type { Upgrades } from "../../world/packages/upgrades.ts";

/**
 * Looks for the upgrades that a failure needs among sets that the declared ranges allow: almost all of them can be judged.
 * Packages that need each other move together.
 */
export function searchGroups({ groups }: Pick<Stock, "groups">): HintedSearch<Explanation> {
  const { upgrades, compatibility, packagesIn } = groups;
  return on<DeltaSet, Explanation, DeltaSet, Explanation, Outcome | Hinted>(
    searchCompatible(upgrades, compatibility, upgrades.all),
    {
      question: packagesIn,
      result: ({ failing, causes, suspects }) => ({
        failing: packagesIn(failing),
        causes: packagesIn(causes),
        suspects: packagesIn(suspects),
      }),
    },
  );
}

/**
 * Goes on inside a set that fails, package by package and against the declared ranges: these say what probably works, not
 * what does. A set that cannot be loaded fails in another way, so it is unresolved.
 */
export function searchPackages(
  { upgrades, loadable }: Pick<Stock, "upgrades" | "loadable">,
  failing: DeltaSet,
): HintedSearch<Explanation> {
  return searchCompatible(upgrades, loadable, failing);
}

/** Maximum number of sets that are skipped because they cannot be installed; after that they are tested anyway. */
const maxSkipped = 2000;

function searchCompatible(
  upgrades: Upgrades,
  { dependencies, answerWithoutTest }: Compatibility,
  failing: DeltaSet,
): HintedSearch<Explanation> {
  const depth = (left: number, right: number) => commonDepth(upgrades, left, right);
  return skipping<Explanation, Outcome | Hinted>(
    explainDifference({ passing: DeltaSet.empty, failing, depth, dependencies }),
    answerWithoutTest,
    maxSkipped,
  );
}

/** Packages of the same scope, and those inside the same package, probably belong together. */
function commonDepth({ deltas }: Upgrades, left: number, right: number): number {
  const [a, b] = [left, right].map((delta) => deltas[delta]![0]!.path.split("/").slice(1));
  const apart = a!.findIndex((part, i) => part !== b![i]);
  return apart === -1 ? a!.length : apart;
}
