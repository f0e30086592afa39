import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { narrowing, soleCause } from "../../../../src/causes/state/isolate/narrowing.ts";
import { DeltaSet } from "../../../../src/core/delta-set.ts";
import { worlds } from "../../../laws/predicates.ts";
import { type Predicate, walk } from "../../../walk.ts";

const pairOf = (...numbers: number[]) => ({ passing: DeltaSet.empty, failing: DeltaSet.of(...numbers) });

describe("a single cause", () => {
  test("is found by halving, a candidate first", () => {
    const predicate: Predicate = (set) => (set.has(30) ? "fail" : "pass");
    const { result, asked } = walk(soleCause([], DeltaSet.range(0, 100)), predicate);
    expect(result).toEqual(DeltaSet.of(30));
    expect(asked.length).toBeLessThanOrEqual(1 + 2 * 7);
    expect(walk(soleCause([DeltaSet.of(30)], DeltaSet.range(0, 100)), predicate).asked).toHaveLength(1);
  });

  test("is given up at once where it takes several, or all of them do not fail", () => {
    const both: Predicate = (set) => (set.has(3) && set.has(90) ? "fail" : "unresolved");
    const { result, asked } = walk(soleCause([], DeltaSet.range(0, 100)), both);
    expect(result).toEqual(DeltaSet.range(0, 100));
    expect(asked).toHaveLength(3);
    expect(walk(soleCause([], DeltaSet.range(0, 100)), () => "pass").asked).toHaveLength(1);
  });
});

describe("narrowing at a place", () => {
  test("what was the cause nearby and still is takes one test", () => {
    const predicate: Predicate = (set) => (set.has(7) || set.has(30) ? "fail" : "pass");
    const { result, asked } = walk(narrowing([pairOf(30)], DeltaSet.range(0, 100)), predicate);
    expect(result).toEqual(pairOf(30));
    expect(asked).toHaveLength(1);
  });

  test("what was the cause only on top of others is tried with them", () => {
    const predicate: Predicate = (set) => (set.has(3) && set.has(30) ? "fail" : "pass");
    const nearby = [pairOf(30), { passing: DeltaSet.of(3), failing: DeltaSet.of(3, 30) }];
    const { result, asked } = walk(narrowing(nearby, DeltaSet.range(0, 100)), predicate);
    expect(result).toEqual(nearby[1]);
    expect(asked).toHaveLength(3);
  });

  test("where everything together breaks the program, a part that fails is found", () => {
    const predicate: Predicate = (set) => (set.has(90) ? "unresolved" : set.has(7) ? "fail" : "pass");
    const { result } = walk(narrowing([], DeltaSet.range(0, 100)), predicate);
    expect(result).toEqual(pairOf(7));
  });

  test("where everything passes there is nothing", () => {
    expect(walk(narrowing([pairOf(1)], DeltaSet.range(0, 9)), () => "pass").result).toBeUndefined();
  });

  test("whatever is tried first, what is found fails and passes as it says", () =>
    fc.assert(
      fc.property(worlds, fc.array(fc.array(fc.nat(39), { minLength: 1 }), { maxLength: 2 }), (world, nearby) => {
        const pairs = nearby.map((numbers) => pairOf(...numbers.map((n) => n % world.size)));
        const { result } = walk(narrowing(pairs, DeltaSet.range(0, world.size)), world.predicate);
        expect(world.predicate(result!.failing)).toBe("fail");
        expect(world.predicate(result!.passing)).toBe("pass");
      }),
    ));
});
