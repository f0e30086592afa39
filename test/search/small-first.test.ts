import fc from "fast-check";
import { expect, test } from "vitest";
import { DeltaSet } from "../../src/core/delta-set.ts";
import { smallFirst } from "../../src/search/small-first.ts";
import { needs, walk } from "../walk.ts";

const all = (size: number) => DeltaSet.range(0, size);

test("a single delta takes the logarithm of their number, and one question more", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5000 }), fc.nat(), (size, seed) => {
      const needed = seed % size;
      const { result, asked } = walk(smallFirst(all(size), { isKnown: true }), needs(needed));
      expect(result.failing?.toString()).toBe(String(needed));
      expect(asked.length).toBeLessThanOrEqual(Math.ceil(Math.log2(size)) + 1);
    }),
  );
});

test("no question has more than half of the deltas while a single one is enough", () => {
  const { asked } = walk(smallFirst(all(1000), { isKnown: true }), needs(123));
  expect(Math.max(...asked.map(({ set }) => set.size))).toBe(500);
  expect(asked.reduce((sum, { set }) => sum + set.size, 0)).toBeLessThan(1000);
});

test("two deltas that fail only together are both found", () => {
  const { result } = walk(smallFirst(all(64), { isKnown: true }), needs(3, 40));
  expect(result.failing?.toString()).toBe("3,40");
});

test("where not even all deltas fail, that is asked once, and there is no result", () => {
  const { result, asked } = walk(smallFirst(all(64), { isKnown: false }), () => "pass");
  expect(result.failing).toBeUndefined();
  expect(asked.filter(({ set }) => set.size === 64)).toHaveLength(1);
  expect(walk(smallFirst(all(1), { isKnown: false }), () => "pass").asked).toHaveLength(1);
  expect(walk(smallFirst(DeltaSet.empty, { isKnown: true }), () => "fail").asked).toHaveLength(0);
});

test("a good guess takes one question", () => {
  const guess = DeltaSet.of(7);
  expect(walk(smallFirst(all(1000), { isKnown: true, guess }), needs(7)).asked).toHaveLength(1);
  const { result } = walk(smallFirst(all(1000), { isKnown: true, guess }), needs(8));
  expect(result.failing?.toString()).toBe("8");
});

test("sets are cut where the caller says", () => {
  const { asked } = walk(smallFirst(all(10), { isKnown: true, cut: () => 1 }), needs(0));
  expect(asked.map(({ set }) => set.toString())).toEqual(["9", "8", "7", "6", "5", "4", "3", "2", "1", "0"]);
});

test("what is left when all others are ruled out is expected to fail; what was come across is not", () => {
  const expectedIn = (needed: number) => walk(smallFirst(all(4), { isKnown: true }), needs(needed)).result.wasExpected;
  expect([0, 1, 2, 3].map(expectedIn)).toEqual([true, undefined, true, undefined]);
});
