import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { DeltaSet } from "../../src/core/delta-set.ts";
import { type DeltaSearch, on } from "../../src/core/search.ts";
import { auto, roughly } from "../../src/search/auto.ts";
import { causes } from "../../src/search/causes.ts";
import { dd, differenceOf } from "../../src/search/dd.ts";
import { ddmax } from "../../src/search/ddmax.ts";
import { ddmin, oneMinimal } from "../../src/search/ddmin.ts";
import { gradually } from "../../src/search/gradually.ts";
import { interference } from "../../src/search/interference.ts";
import { smallFirst } from "../../src/search/small-first.ts";
import { thorough } from "../../src/search/thorough.ts";
import { wide } from "../../src/search/wide.ts";
import { type Predicate, walk } from "../walk.ts";
import { worlds } from "./predicates.ts";

const same = (set: DeltaSet) => set;
const simplifying: Record<string, (failing: DeltaSet) => DeltaSearch> = {
  auto,
  ddmin,
  thorough,
  interference,
  "one-minimal": oneMinimal,
  "wide 2": wide(2),
  "wide 8": wide(8),
  "small first": (failing) =>
    on(smallFirst(failing, { isKnown: true }), { question: same, result: (end) => end.failing! }),
};
const runs = { numRuns: 400 };
const everything = (size: number) => DeltaSet.range(0, size);
const singles = (set: DeltaSet) => Array.from(set, (n) => DeltaSet.of(n));
/** The single deltas without which a set still fails. */
const removable = (set: DeltaSet, predicate: Predicate) =>
  singles(set)
    .filter((one) => predicate(set.minus(one)) === "fail")
    .map(String);

describe.each(Object.entries(simplifying))("%s", (_, search) => {
  test("gives a failing set of which no single delta can be left out, whatever the world does", () => {
    fc.assert(
      fc.property(worlds, ({ size, predicate }) => {
        const { result } = walk(search(everything(size)), predicate);
        expect(predicate(result)).toBe("fail");
        expect(removable(result, predicate)).toEqual([]);
      }),
      runs,
    );
  });

  test("has a best answer at every step that was seen to fail, and never grows", () => {
    fc.assert(
      fc.property(worlds, ({ size, predicate }) => {
        const failed = new Set([everything(size).key]);
        let bestSize = size;
        let position = search(everything(size));
        for (let step = 0; step < 1e5 && "ask" in position; step++) {
          const best = position.best!;
          if (!failed.has(best.key)) expect.fail(`step ${step}: ${best} was not seen to fail`);
          if (best.size > bestSize) expect.fail(`step ${step}: ${best} is larger than the best before it`);
          bestSize = best.size;
          const outcome = predicate(position.ask);
          if (outcome === "fail") failed.add(position.ask.key);
          position = position.after(outcome);
        }
      }),
      runs,
    );
  });

  test("depends on the outcomes alone: the same position answers the same way twice", () => {
    fc.assert(
      fc.property(worlds, ({ size, predicate }) => {
        const start = search(everything(size));
        const transcript = (run: ReturnType<typeof walk>) => run.asked.map(({ set }) => set.toString());
        expect(transcript(walk(start, predicate))).toEqual(transcript(walk(start, predicate)));
      }),
      { numRuns: 50 },
    );
  });
});

/** Searches without a proof at their end: passes go by them, and are run again until they find nothing. */
const repeated: Record<string, (failing: DeltaSet) => DeltaSearch> = {
  roughly: (all) => roughly(all),
  "gradually, then roughly": (all) => gradually(all, roughly),
  "roughly, guessing what belongs together": (all) =>
    roughly(all, (set) => set.union(DeltaSet.of(...singles(set).map((one) => [...one][0]! ^ 1))).intersect(all)),
};

describe.each(Object.entries(repeated))("%s", (_, search) => {
  test("that finds nothing more has proved it: no single delta can be left out", () => {
    fc.assert(
      fc.property(worlds, ({ size, predicate }) => {
        let before = everything(size);
        for (let after = walk(search(before), predicate).result; !after.equals(before); ) {
          before = after;
          after = walk(search(before), predicate).result;
        }
        expect(predicate(before)).toBe("fail");
        expect(removable(before, predicate)).toEqual([]);
      }),
      runs,
    );
  });
});

/** No single delta of the difference can be moved: neither taken from the failing nor added to the passing set. */
function isRelevant(pair: { passing: DeltaSet; failing: DeltaSet }, predicate: Predicate): boolean {
  const difference = differenceOf(pair);
  if (difference.size === 1) return true;
  return singles(difference).every(
    (one) => predicate(pair.failing.minus(one)) === "unresolved" && predicate(pair.passing.union(one)) === "unresolved",
  );
}

test("dd gives a passing and a failing set, one inside the other, with a minimal difference", () => {
  fc.assert(
    fc.property(worlds, ({ size, predicate }) => {
      const { result } = walk(dd(DeltaSet.empty, everything(size)), predicate);
      expect(predicate(result.passing)).toBe("pass");
      expect(predicate(result.failing)).toBe("fail");
      expect(result.failing.contains(result.passing)).toBe(true);
      expect(isRelevant(result, predicate)).toBe(true);
    }),
    { numRuns: 1000 },
  );
});

test("dd with resolved outcomes is a binary search: at most ⌈log2 n⌉ tests", () => {
  fc.assert(
    fc.property(worlds, ({ size, predicate }) => {
      const resolved: Predicate = (set) => (predicate(set) === "fail" ? "fail" : "pass");
      const { result, asked } = walk(dd(DeltaSet.empty, everything(size)), resolved);
      expect(asked.length).toBeLessThanOrEqual(Math.ceil(Math.log2(size)));
      expect(differenceOf(result).size).toBe(1);
    }),
    { numRuns: 1000 },
  );
});

test("ddmax gives a passing set to which no single delta can be added", () => {
  fc.assert(
    fc.property(worlds, ({ size, predicate }) => {
      const all = everything(size);
      const { result } = walk(ddmax(DeltaSet.empty, all), predicate);
      expect(predicate(result)).toBe("pass");
      const addable = singles(all.minus(result)).filter((one) => predicate(result.union(one)) === "pass");
      expect(addable.map(String)).toEqual([]);
    }),
    runs,
  );
});

test("causes do not overlap, each fails, and when fewer than asked for are found the rest does not fail", () => {
  fc.assert(
    fc.property(worlds, fc.integer({ min: 1, max: 4 }), ({ size, predicate }, count) => {
      const all = everything(size);
      const { result } = walk(causes(all, { search: auto, causeOf: (set) => set, count }), predicate);
      const found = result.reduce((union, cause) => union.union(cause), DeltaSet.empty);
      expect(found.size).toBe(result.reduce((sum, cause) => sum + cause.size, 0));
      for (const cause of result) expect(predicate(cause)).toBe("fail");
      if (result.length < count && found.size < size) expect(predicate(all.minus(found))).not.toBe("fail");
    }),
    runs,
  );
});
