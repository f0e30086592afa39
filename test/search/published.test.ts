import { expect, test } from "vitest";
import { DeltaSet } from "../../src/core/delta-set.ts";
import { auto } from "../../src/search/auto.ts";
import { dd, differenceOf, isolateFromNothing } from "../../src/search/dd.ts";
import { ddmin } from "../../src/search/ddmin.ts";
import { interference, unchecked } from "../../src/search/interference.ts";
import { needs, type Predicate, walk } from "../walk.ts";

const line = '<SELECT NAME="priority" MULTIPLE SIZE=7>';
const text = (set: DeltaSet) => Array.from(set, (n) => line[n]).join("");
const printer: Predicate = (set) => (/<SELECT[^>]*>/.test(text(set)) ? "fail" : "pass");
const characters = DeltaSet.range(0, line.length);

test("the SELECT line: < is isolated in 5 tests (the book's figure)", () => {
  const { result, asked } = walk(isolateFromNothing(characters), printer);
  expect(text(differenceOf(result))).toBe("<");
  expect(asked.length).toBe(5);
});

test("the SELECT line: <SELECT> is left after at most the book's 48 tests, with ddmin and with auto", () => {
  for (const search of [ddmin, auto]) {
    const { result, asked } = walk(search(characters), printer);
    expect(text(result)).toBe("<SELECT>");
    expect(asked.length).toBeLessThanOrEqual(48);
  }
});

test("3 and 6 of 8: the lecture's eight tests, in the lecture's order", () => {
  const all = DeltaSet.range(1, 9);
  const { result, asked } = walk(unchecked(DeltaSet.empty, all, all), needs(3, 6));
  expect(result.cause.toString()).toBe("3,6");
  expect(asked.map(({ set, outcome }) => `${set} ${outcome}`)).toEqual([
    "1-4 pass",
    "5-8 pass",
    "1-2,5-8 pass",
    "3-8 fail",
    "3,5-8 fail",
    "1-6 fail",
    "1-5 pass",
    "1-4,6 fail",
  ]);
});

test("an ambiguous world, {2,8} or {3,6}: the unchecked algorithm gives {2,6}, which does not fail; ours gives a cause", () => {
  const all = DeltaSet.range(1, 9);
  const either: Predicate = (set) => (needs(2, 8)(set) === "fail" ? "fail" : needs(3, 6)(set));
  expect(walk(unchecked(DeltaSet.empty, all, all), either).result.cause.toString()).toBe("2,6");
  expect(["2,8", "3,6"]).toContain(walk(interference(all), either).result.toString());
});

test("sets that sum to zero, neither monotone nor unambiguous: the result sums to zero and is 1-minimal", () => {
  const numbers = [5, 4, 3, 2, -2, -3, -4, -5];
  const sum = (set: DeltaSet) => Array.from(set, (n) => numbers[n]!).reduce((a, b) => a + b, 0);
  const allOfIt: Predicate = (set) => (!set.isEmpty && sum(set) === 0 ? "fail" : "pass");
  const someOfIt: Predicate = (set) => {
    const items = [...set];
    const subsets = Array.from({ length: 2 ** items.length - 1 }, (_, i) =>
      items.filter((_, bit) => ((i + 1) >> bit) & 1),
    );
    return subsets.some((subset) => sum(DeltaSet.of(...subset)) === 0) ? "fail" : "pass";
  };
  for (const predicate of [allOfIt, someOfIt])
    for (const search of [auto, ddmin, interference]) {
      const { result } = walk(search(DeltaSet.range(0, numbers.length)), predicate);
      expect(predicate(result)).toBe("fail");
      for (const n of result) expect(predicate(result.minus(DeltaSet.of(n)))).not.toBe("fail");
    }
});

test("one of 3,842,577,240 deltas in at most 34 tests (published: 50)", () => {
  const culprit = 1_972_112_033;
  const { result, asked } = walk(dd(DeltaSet.empty, DeltaSet.range(0, 3_842_577_240)), needs(culprit));
  expect(differenceOf(result).toString()).toBe(String(culprit));
  expect(asked.length).toBeLessThanOrEqual(34);
});

test("one of 865 key definitions in at most 10 tests", () => {
  const { result, asked } = walk(isolateFromNothing(DeltaSet.range(0, 865)), needs(411));
  expect(differenceOf(result).toString()).toBe("411");
  expect(asked.length).toBeLessThanOrEqual(10);
});
