import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { DeltaSet } from "../../src/core/delta-set.ts";

const small = fc.array(fc.nat(60), { maxLength: 40 });
const sorted = (numbers: Iterable<number>) => [...new Set(numbers)].sort((a, b) => a - b);

describe("a DeltaSet behaves as a set of numbers", () => {
  test("union, minus, intersect, has, size", () => {
    fc.assert(
      fc.property(small, small, fc.nat(61), (a, b, n) => {
        const [x, y] = [DeltaSet.of(...a), DeltaSet.of(...b)];
        expect([...x.union(y)]).toEqual(sorted([...a, ...b]));
        expect([...x.minus(y)]).toEqual(sorted(a.filter((each) => !b.includes(each))));
        expect([...x.intersect(y)]).toEqual(sorted(a.filter((each) => b.includes(each))));
        expect(x.has(n)).toBe(a.includes(n));
        expect(x.size).toBe(new Set(a).size);
        expect(x.contains(y)).toBe(b.every((each) => a.includes(each)));
      }),
      { numRuns: 500 },
    );
  });

  test("slices and parts are taken by rank and put the set together again", () => {
    fc.assert(
      fc.property(small, fc.nat(45), fc.nat(45), fc.integer({ min: 1, max: 9 }), (a, from, to, count) => {
        const set = DeltaSet.of(...a);
        expect([...set.slice(from, to)]).toEqual(sorted(a).slice(from, to));
        const parts = Array.from({ length: count }, (_, i) => set.part(i, count));
        expect(parts.flatMap((part) => [...part])).toEqual([...set]);
        const sizes = parts.map((part) => part.size);
        expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
      }),
      { numRuns: 500 },
    );
  });

  test("equal sets have one key and one text, however they were made; different sets differ in both", () => {
    fc.assert(
      fc.property(small, small, (a, b) => {
        const [x, y] = [DeltaSet.of(...a), DeltaSet.of(...b)];
        const roundabout = x.union(y).minus(y.minus(x));
        void x.key;
        const withHash = x.union(y).minus(y.minus(x));
        for (const same of [roundabout, withHash, DeltaSet.parse(x.toString()), DeltaSet.of(...a.toReversed())]) {
          expect(same.key).toBe(x.key);
          expect(same.toString()).toBe(x.toString());
          expect(same.equals(x)).toBe(true);
        }
        const same = sorted(a).join() === sorted(b).join();
        expect(x.key === y.key).toBe(same);
        expect(x.toString() === y.toString()).toBe(same);
      }),
      { numRuns: 1000 },
    );
  });
});

test("the canonical text joins neighbours", () => {
  expect(
    DeltaSet.from([
      [0, 10],
      [40, 41],
      [10, 18],
    ]).toString(),
  ).toBe("0-17,40");
  expect(DeltaSet.of(1, 3, 5, 7).toString(2)).toBe("1,3,… (2 more)");
});

test("numbers go up to 2^53", () => {
  const top = Number.MAX_SAFE_INTEGER;
  const all = DeltaSet.range(0, top);
  const half = all.part(1, 2);
  expect(all.minus(half).size + half.size).toBe(top);
  expect(half.has(top - 1)).toBe(true);
  expect(half.has(1)).toBe(false);
  expect(DeltaSet.range(2 ** 40, 2 ** 40 + 5).key).not.toBe(DeltaSet.range(2 ** 41, 2 ** 41 + 5).key);
  expect(() => DeltaSet.range(-1, 4)).toThrow("2^53");
  expect(() => DeltaSet.parse("3-x")).toThrow("3-x");
});

test("a set of 100,000 ranges that loses one delta is made by copying, not by adding up again", () => {
  const many = DeltaSet.from(Array.from({ length: 100_000 }, (_, i) => [3 * i, 3 * i + 2] as const));
  void many.key;
  const less = many.minus(DeltaSet.of(150_000));
  expect(less.size).toBe(many.size - 1);
  expect(less.key).toBe(DeltaSet.from([...less.ranges()]).key);
});
