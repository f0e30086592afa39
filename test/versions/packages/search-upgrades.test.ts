import { describe, expect, test } from "vitest";
import type { DeltaSet } from "../../../src/core/delta-set.ts";
import type { Outcome } from "../../../src/core/outcome.ts";
import { asking, type HintedSearch } from "../../../src/core/search.ts";
import { searchGroups, searchPackages } from "../../../src/versions/packages/search-upgrades.ts";
import { type Packages, upgradesBetween } from "../../world/packages/package-trees.ts";

/** Answers a search to its end. */
function answered<R>(search: HintedSearch<R>, test: (set: DeltaSet) => Outcome) {
  let asked = 0;
  for (; asking(search); asked++) search = search.after(test(search.ask));
  return { result: search.result, asked };
}

test.each([2, 10, 100, 193, 400])("one culprit among %d upgrades takes at most 2·log2(n) + 3 tests", (n) => {
  // Some belong to scopes, which decide where the search cuts.
  const names = Array.from({ length: n }, (_, i) => (i % 3 === 0 ? `@scope${i % 7}/p${i}` : `p${i}`));
  const at = (version: string) => Object.fromEntries(names.map((name) => [name, version]));
  const stock = upgradesBetween(at("1.0.0"), at("2.0.0"));
  for (let culprit = 0; culprit < n; culprit++) {
    const { result, asked } = answered(searchGroups(stock), (set) => (set.has(culprit) ? "fail" : "pass"));
    expect([...result.failing]).toEqual([culprit]);
    expect(asked).toBeLessThanOrEqual(2 * Math.log2(n) + 3);
  }
});

describe("packages that a package pins", () => {
  const parts = Array.from({ length: 30 }, (_, i) => `part${i}`);
  const side = (n: number): Packages => ({
    web: { version: `${n}.0.0`, dependencies: Object.fromEntries(parts.map((part) => [part, `${n}.0.0`])) },
    ...Object.fromEntries(parts.map((part) => [part, `${n}.0.0`])),
  });
  const stock = upgradesBetween(side(1), side(2));
  const { all } = stock.upgrades;

  test("are one group by their ranges, and are told apart inside it", () => {
    const culprit = stock.upgrades.deltaAt("node_modules/part17")!;
    const test = (set: DeltaSet) => (set.has(culprit) ? "fail" : "pass");
    expect(answered(searchGroups(stock), test).result.failing).toEqual(all);
    const { result, asked } = answered(searchPackages(stock, all), test);
    expect([...result.failing]).toEqual([culprit]);
    expect(asked).toBeLessThanOrEqual(2 * Math.log2(31) + 3);
  });

  test("stay together if no smaller set can be judged", () => {
    const test = (set: DeltaSet) => (set.equals(all) ? "fail" : set.isEmpty ? "pass" : "unresolved");
    const { result } = answered(searchPackages(stock, all), test);
    expect(result).toMatchObject({ failing: all, causes: all });
  });
});
