import { expect, test } from "vitest";
import { DeltaSet } from "../../src/core/delta-set.ts";
import { parseFormula } from "./formula.ts";

test("! binds tighter than &, which binds tighter than |, and parentheses tighter than all", () => {
  const formula = parseFormula("1 & 2 | !3 & (4 | 5)");
  expect([[1, 2], [1, 2, 3], [4], [5], [3, 4], [1], [1, 4]].map((set) => formula(DeltaSet.of(...set)))).toEqual([
    true,
    true,
    true,
    true,
    false,
    false,
    true,
  ]);
});

test.each(["", "1 &", "1 2", "(1 | 2", "1)", "&", "x & 1", "!"])("%j is refused", (text) => {
  expect(() => parseFormula(text)).toThrow();
});
