import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Moment } from "../../../../runtimes/protocol/state.ts";
import { alignMoments } from "../../../../src/causes/state/capture/moments.ts";

test("the moments of two calls are paired where a loop runs a different number of rounds", () => {
  const line = (number: number, hit: number): Moment => ({ file: "a.c", line: number, hit });
  const passing = [line(1, 1), line(2, 4), line(3, 4), line(2, 5), line(3, 5), line(2, 6), line(4, 1)];
  const failing = [line(1, 1), line(2, 1), line(3, 1), line(2, 2), line(4, 1)];
  const both = alignMoments(passing, failing);
  expect(both).toHaveLength(5);
  expect(both.map(({ passing: { line: number } }) => number)).toEqual([1, 2, 3, 2, 4]);
  expect(both.at(-1)).toEqual({ passing: line(4, 1), failing: line(4, 1) });
});

test("functions that only one run calls are listed with the moment before", () => {
  const line = (number: number, hit: number): Moment => ({ file: "a.c", line: number, hit });
  const entry = (name: string): Moment => ({ function: name, hit: 1 });
  const both = alignMoments(
    [line(1, 1), line(2, 1), line(4, 1)],
    [line(1, 1), line(2, 1), entry("f"), line(3, 1), entry("g"), line(4, 1)],
  );
  expect(both.map(({ only }) => only)).toEqual([undefined, { passing: [], failing: ["f", "g"] }, undefined]);
});

test("where too much differs to be aligned, a function that both runs call is not said to be called by one only", () => {
  const round =
    (from: number) =>
    (_: unknown, i: number): Moment[] => [
      { file: "a.c", line: from + i, hit: 1 },
      { function: "f", hit: i + 1 },
    ];
  const momentsOf = (from: number) => [
    { file: "a.c", line: 1, hit: 1 },
    ...Array.from({ length: 1600 }, round(from)).flat(),
  ];
  const both = alignMoments(momentsOf(10_000), momentsOf(20_000));
  expect(both.length).toBeLessThan(10);
  expect(both.flatMap(({ only }) => only ?? [])).toEqual([]);
});

describe("the runs part", () => {
  const at = (...lines: number[]) => lines.map((line): Moment => ({ file: "a.c", line, hit: 1 }));
  const partings = (passing: readonly Moment[], failing: readonly Moment[]) =>
    alignMoments(passing, failing).flatMap(({ passing: { line }, parting }) =>
      parting ? [[line, parting.lines.map((each) => each.line)]] : [],
    );

  test("at the moment after which they go on at different lines", () => {
    expect(partings(at(1, 2, 6), at(1, 2, 3, 4, 6))).toEqual([[2, [3, 4]]]);
    expect(partings(at(1, 2, 3, 6), at(1, 2, 6))).toEqual([[2, []]]);
    expect(partings(at(1, 2, 3, 6), at(1, 2, 4, 5, 6))).toEqual([[2, [4, 5]]]);
  });

  test("after a loop that has more rounds in one of them: each line is listed once", () => {
    expect(partings(at(1, 2, 3, 2, 9), at(1, 2, 3, 2, 3, 2, 3, 2, 9))).toEqual([[2, [2, 3]]]);
  });

  test("where the passing run returns and the failing one goes on", () => {
    expect(partings(at(1, 2), at(1, 2, 3))).toEqual([[2, [3]]]);
  });

  test("with the first call of each function that the failing run calls then", () => {
    const entry = (name: string, hit: number): Moment => ({ function: name, hit });
    const failing = [...at(1), entry("f", 3), ...at(2), entry("g", 1), entry("f", 4), ...at(9)];
    const [first] = alignMoments(at(1, 9), failing);
    expect(first!.parting).toEqual({ lines: [{ file: "a.c", line: 2 }], calls: [entry("f", 3), entry("g", 1)] });
  });

  test("but not where the failing run's list ends: it may have been cut", () => {
    expect(partings(at(1, 2, 3), at(1, 2))).toEqual([]);
    expect(partings(at(1, 2), at(1, 2))).toEqual([]);
  });
});

test("each round of a loop is paired with the same round of the other run, whatever is before and after the loop", () => {
  const loop = fc.record({
    before: fc.nat(3),
    rounds: fc.integer({ min: 1, max: 6 }),
    after: fc.integer({ min: 1, max: 3 }),
  });
  const momentsOf = (loops: readonly { before: number; rounds: number; after: number }[]): Moment[] =>
    loops.flatMap(({ before, rounds, after }, number) => {
      const line = (i: number, hit: number) => ({ file: "a.c", line: 100 * number + i, hit });
      const round = (n: number) => [line(10, n + 1), line(11, n + 1)];
      return [
        ...Array.from({ length: before }, (_, i) => line(i, 1)),
        ...Array.from({ length: rounds }, (_, n) => round(n)).flat(),
        ...Array.from({ length: after }, (_, i) => line(20 + i, 1)),
      ];
    });
  const property = fc.property(fc.array(fc.tuple(loop, fc.integer({ min: 1, max: 6 })), { maxLength: 4 }), (loops) => {
    const passing = momentsOf(loops.map(([each]) => each));
    const failing = momentsOf(loops.map(([each, rounds]) => ({ ...each, rounds })));
    for (const both of alignMoments(passing, failing)) expect(both.passing).toEqual(both.failing);
  });
  fc.assert(property);
});
