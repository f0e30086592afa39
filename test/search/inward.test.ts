import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { DeltaSet } from "../../src/core/delta-set.ts";
import type { Outcome } from "../../src/core/outcome.ts";
import { isolateInward, largestInward, type Nesting } from "../../src/search/inward.ts";
import { type Predicate, walk } from "../walk.ts";

/** Deltas nested as said: for each, the one around it, which stands before it; -1 for none. */
function nestingOf(around: readonly number[]): Nesting {
  const isInside = (n: number, other: number): boolean => {
    const outer = around[n]!;
    return outer === other || (outer >= 0 && isInside(outer, other));
  };
  return {
    outermost: (set) => [...set].filter((n) => ![...set].some((other) => isInside(n, other))),
    whole: (n) => {
      let end = n + 1;
      while (end < around.length && isInside(end, n)) end++;
      return [n, end];
    },
  };
}

/** Any forest, numbered from the outside in and from left to right. */
const forests = fc.array(fc.nat(4), { minLength: 1, maxLength: 40 }).map((depths) => {
  const around: number[] = [];
  const open: number[] = [];
  for (const depth of depths) {
    open.length = Math.min(depth, open.length);
    around.push(open.at(-1) ?? -1);
    open.push(around.length - 1);
  }
  return around;
});

const isClosed = (set: DeltaSet, around: readonly number[]) =>
  [...set].every((n) => around[n] === -1 || set.has(around[n]!));

/** Says something of every set, always the same: all fails, nothing passes. */
function fickle(all: DeltaSet, seed: number): Predicate {
  return (set): Outcome => {
    if (set.isEmpty) return "pass";
    if (set.equals(all)) return "fail";
    return (["pass", "fail", "unresolved"] as const)[((Number.parseInt(set.key.slice(0, 8), 16) ^ seed) >>> 0) % 3]!;
  };
}

describe("isolating from the outside in", () => {
  test("finds one delta alone, in the logarithm of each layer's width and one for each layer", () => {
    fc.assert(
      fc.property(forests, fc.nat(), (around, seed) => {
        const nesting = nestingOf(around);
        const all = DeltaSet.range(0, around.length);
        const wanted = seed % around.length;
        const { result, asked } = walk(isolateInward(nesting, all), (set) => (set.has(wanted) ? "fail" : "pass"));
        expect(result.failing.minus(result.passing).toString()).toBe(String(wanted));
        let tests = 0;
        for (let n = wanted; n >= 0; n = around[n]!) {
          tests += 1 + Math.ceil(Math.log2(around.filter((outer) => outer === around[n]).length));
        }
        expect(asked.length).toBeLessThanOrEqual(tests);
      }),
    );
  });

  test("whatever the tests say, it gives a set that passes inside one that fails, and asks only about what can be", () => {
    fc.assert(
      fc.property(forests, fc.nat(), (around, seed) => {
        const all = DeltaSet.range(0, around.length);
        const test = fickle(all, seed);
        const { result, asked } = walk(isolateInward(nestingOf(around), all), test);
        expect([test(result.passing), test(result.failing)]).toEqual(["pass", "fail"]);
        expect(result.failing.contains(result.passing)).toBe(true);
        for (const { set } of asked) expect(isClosed(set, around)).toBe(true);
      }),
    );
  });
});

describe("the largest passing set from the outside in", () => {
  test("lacks only the delta that fails and what is inside it", () => {
    fc.assert(
      fc.property(forests, fc.nat(), (around, seed) => {
        const nesting = nestingOf(around);
        const all = DeltaSet.range(0, around.length);
        const wanted = seed % around.length;
        const { result } = walk(largestInward(nesting, all), (set) => (set.has(wanted) ? "fail" : "pass"));
        expect(result.toString()).toBe(all.minus(DeltaSet.range(...nesting.whole(wanted))).toString());
      }),
    );
  });

  test("passes, whatever the tests say, and asks only about what can be", () => {
    fc.assert(
      fc.property(forests, fc.nat(), (around, seed) => {
        const all = DeltaSet.range(0, around.length);
        const test = fickle(all, seed);
        const { result, asked } = walk(largestInward(nestingOf(around), all), test);
        expect(test(result)).toBe("pass");
        for (const { set } of asked) expect(isClosed(set, around)).toBe(true);
      }),
    );
  });
});
