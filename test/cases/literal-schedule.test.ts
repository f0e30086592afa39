import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Moves, segmentsOf } from "../../cases/literal-schedule.ts";
import { DeltaSet } from "../../src/core/delta-set.ts";

const times = fc.array(fc.nat(1_000_000_000), { minLength: 4, maxLength: 4 }).map((list) => list.sort((a, b) => a - b));

describe("moves of thread switches", () => {
  test("lead from one schedule to the other, none at all and all of them", () => {
    fc.assert(
      fc.property(times, times, (from, to) => {
        const moves = new Moves(from, to);
        expect(moves.total).toBe(from.reduce((sum, time, i) => sum + Math.abs(to[i]! - time), 0));
        expect(moves.applied(DeltaSet.empty)).toEqual(from);
        expect(moves.applied(DeltaSet.range(0, moves.total))).toEqual(to);
      }),
    );
  });

  test("move one switch by one yield point each", () => {
    const moves = new Moves([10, 50], [14, 45]);
    expect(moves.applied(DeltaSet.of(2))).toEqual([11, 50]);
    expect(moves.applied(DeltaSet.of(0, 3, 4, 8))).toEqual([12, 48]);
  });
});

test("a schedule of all threads says how far each of them gets", () => {
  expect(segmentsOf([5, 7, 20, 20, 30], ["1.1", "1.2"])).toEqual([
    { lane: "1.1", count: 5 },
    { lane: "1.2", count: 2 },
    { lane: "1.1", count: 18 },
    { lane: "1.2", count: 2 },
    { lane: "1.1", count: 28 },
  ]);
});
