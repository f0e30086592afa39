import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { narrowing } from "../../../src/causes/state/narrowing.ts";
import { DeltaSet } from "../../../src/core/delta-set.ts";
import { worlds } from "../../laws/predicates.ts";
import { type Predicate, walk } from "../../walk.ts";

const pairOf = (...numbers: number[]) => ({ passing: DeltaSet.empty, failing: DeltaSet.of(...numbers) });

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
