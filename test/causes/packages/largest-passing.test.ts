import fc from "fast-check";
import { expect, test } from "vitest";
import { largestPassing, largestPassingGroups } from "../../../src/causes/packages/largest-passing.ts";
import { DeltaSet } from "../../../src/core/delta-set.ts";
import type { Outcome } from "../../../src/core/outcome.ts";
import { asking, type DeltaSearch } from "../../../src/core/search.ts";
import { type Packages, upgradesBetween } from "../../world/packages/package-trees.ts";

/** `web` pins two of eight packages, so these are one group by their ranges; and it comes to need another one. */
const side = (n: number): Packages => ({
  ...Object.fromEntries(Array.from({ length: 8 }, (_, i) => [`p${i}`, `${n}.0.0`])),
  web: { version: `${n}.0.0`, dependencies: { p0: `${n}.0.0`, p1: `${n}.0.0`, ...(n === 2 ? { added: "*" } : {}) } },
  ...(n === 2 ? { added: "1.0.0" } : {}),
});
const stock = upgradesBetween(side(1), side(2));
const { all } = stock.upgrades;
const deltas = fc.uniqueArray(fc.nat(all.size - 1), { maxLength: 4 }).map((each) => DeltaSet.of(...each));

/** Answers a search to its end; returns what it asked, too. */
function answered(search: DeltaSearch, test: (set: DeltaSet) => Outcome) {
  const asked = new Set<string>();
  while (asking(search)) {
    asked.add(search.ask.key);
    search = search.after(test(search.ask));
  }
  return { passing: search.result, asked };
}

test("no upgrade that is held back can be added, and each was tried", () => {
  const bad = deltas.filter((set) => !set.isEmpty);
  fc.assert(
    fc.property(fc.array(bad, { minLength: 1, maxLength: 3 }), fc.array(bad, { maxLength: 2 }), (failing, unclear) => {
      const test = (set: DeltaSet): Outcome => {
        if (set.isEmpty) return "pass";
        if (failing.some((each) => set.contains(each))) return "fail";
        return unclear.some((each) => set.contains(each) && !set.equals(each)) ? "unresolved" : "pass";
      };
      const { passing, asked } = answered(largestPassing(stock, failing[0]!), test);
      expect(test(passing)).toBe("pass");
      for (const delta of all.minus(passing)) {
        const more = passing.union(DeltaSet.of(delta));
        expect(test(more)).not.toBe("pass");
        expect(more.equals(all) || asked.has(more.key)).toBe(true);
      }
    }),
  );
});

test("groups are held back as a whole, so that no range is broken", () => {
  const culprit = DeltaSet.of(stock.upgrades.deltaAt("node_modules/p0")!);
  const test = (set: DeltaSet): Outcome => (set.contains(culprit) ? "fail" : "pass");
  expect(answered(largestPassing(stock, culprit), test).passing).toEqual(all.minus(culprit));
  const { passing } = answered(largestPassingGroups(stock, culprit), test);
  const heldBack = [...all.minus(passing)].map((delta) => stock.upgrades.deltas[delta]![0]!.path);
  expect(heldBack).toEqual(["node_modules/p0", "node_modules/p1", "node_modules/web"]);
});
