import { DeltaSet } from "../../core/delta-set.ts";
import { andThen, ask, type DeltaSearch, on } from "../../core/search.ts";
import { ddmax } from "../../search/ddmax.ts";
import { oneMinimal } from "../../search/ddmin.ts";
import { skipping } from "../../search/skipping.ts";
import type { Compatibility } from "../../world/packages/compatibility.ts";
import type { Stock } from "../../world/packages/installed-upgrades.ts";

type Upgraded = Pick<Stock, "upgrades" | "groups" | "loadable">;

/**
 * The largest passing set of upgrades, package by package: none of those held back can be added. It begins with all
 * but `causes`; if these do not pass, with the largest set that the declared ranges allow.
 */
export function largestPassing(stock: Upgraded, causes: DeltaSet): DeltaSearch {
  const { upgrades, loadable } = stock;
  const { all } = upgrades;
  const without = all.minus(loadable.dependencies.withDependents(causes));
  const byPackage = (passing: DeltaSet) =>
    // At the end each one is tested, even if it probably cannot be loaded.
    andThen(skippingUnlikely(ddmax(passing, all), loadable), (set) => ddmax(set, all, oneMinimal));
  return ask<DeltaSet, DeltaSet>(without, DeltaSet.empty, (outcome) =>
    outcome === "pass" ? byPackage(without) : andThen(largestPassingGroups(stock, causes), byPackage),
  );
}

/** The same for groups of packages that need each other, so that no declared range is broken. */
export function largestPassingGroups({ groups }: Upgraded, causes: DeltaSet): DeltaSearch {
  const { upgrades, compatibility, packagesIn } = groups;
  const { all } = upgrades;
  const blamed = DeltaSet.of(...[...all].filter((group) => !packagesIn(DeltaSet.of(group)).intersect(causes).isEmpty));
  const without = all.minus(compatibility.dependencies.withDependents(blamed));
  const search = ask<DeltaSet, DeltaSet>(without, DeltaSet.empty, (outcome) =>
    ddmax(outcome === "pass" ? without : DeltaSet.empty, all),
  );
  return on(skippingUnlikely(search, compatibility), { question: packagesIn, result: packagesIn });
}

function skippingUnlikely(search: DeltaSearch, { answerWithoutTest }: Compatibility): DeltaSearch {
  return skipping<DeltaSet>(search, (set) => (answerWithoutTest(set) ? "unresolved" : undefined));
}
