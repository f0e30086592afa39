import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Outcome } from "../../src/core/outcome.ts";
import { asking, type Search } from "../../src/core/search.ts";
import {
  type Boundary,
  type BoundaryOptions,
  boundary,
  type FailingRange,
  failingRange,
  maxSkips,
} from "../../src/search/boundary.ts";

interface Walk<R> {
  readonly result: R;
  readonly asked: readonly number[];
  /** The best answer before each question. */
  readonly best: readonly (R | undefined)[];
}

function walk<R>(search: Search<number, R>, outcomeOf: (n: number) => Outcome): Walk<R> {
  const asked: number[] = [];
  const best: (R | undefined)[] = [];
  while (asking(search)) {
    asked.push(search.ask);
    best.push(search.best);
    search = search.after(outcomeOf(search.ask));
  }
  return { result: search.result, asked, best };
}

const skip: BoundaryOptions = { unresolved: "skip" };
const notFailing: BoundaryOptions = { unresolved: "not-failing" };
const anyOption = fc.constantFrom(skip, notFailing);

/** The seconds of some ten thousand years. */
const seconds = 300_000_000_000;

/** Two ends, and the first failing number seen from the passing end: everything from there to the failing end fails. */
const oneBoundary = fc
  .record({ passing: fc.integer({ min: -seconds, max: seconds }), distance: fc.integer({ min: 1, max: seconds }) })
  .chain(({ passing, distance }) =>
    fc.record({ first: fc.integer({ min: 1, max: distance }), up: fc.boolean() }).map(({ first, up }) => ({
      ends: { passing, failing: up ? passing + distance : passing - distance },
      first: up ? passing + first : passing - first,
      distance,
      outcomeOf: (n: number): Outcome => (Math.abs(n - passing) < first ? "pass" : "fail"),
    })),
  );

/** Any outcomes between two ends, in either direction. */
const anyOutcomes = fc
  .record({
    between: fc.array(fc.constantFrom<Outcome>("pass", "fail", "unresolved", "unresolved"), { maxLength: 60 }),
    up: fc.boolean(),
    offset: fc.integer({ min: -seconds, max: seconds }),
  })
  .map(({ between, up, offset }) => {
    const row: Outcome[] = up ? ["pass", ...between, "fail"] : ["fail", ...between, "pass"];
    const last = offset + row.length - 1;
    const ends: Boundary = up ? { passing: offset, failing: last } : { passing: last, failing: offset };
    return { ends, outcomeOf: (n: number): Outcome => row[n - offset]! };
  });

const numbersBetween = ({ passing, failing }: Boundary): number[] => {
  const low = Math.min(passing, failing);
  return Array.from({ length: Math.abs(passing - failing) - 1 }, (_, i) => low + 1 + i);
};

describe("the boundary between a number that passes and one that fails", () => {
  test("is found exactly in ⌈log2 n⌉ questions, over ranges of any size and in both directions", () => {
    fc.assert(
      fc.property(oneBoundary, anyOption, ({ ends, first, distance, outcomeOf }, options) => {
        const { result, asked } = walk(boundary(ends, options), outcomeOf);
        expect(result).toEqual({ passing: first - Math.sign(ends.failing - ends.passing), failing: first });
        expect(asked.length).toBeLessThanOrEqual(Math.ceil(Math.log2(distance)));
      }),
    );
  });

  test("is the mirror image when the numbers are mirrored", () => {
    fc.assert(
      fc.property(oneBoundary, anyOption, ({ ends, outcomeOf }, options) => {
        const { result } = walk(boundary(ends, options), outcomeOf);
        const mirrored = { passing: 0 - ends.passing, failing: 0 - ends.failing };
        const image = walk(boundary(mirrored, options), (n) => outcomeOf(0 - n)).result;
        expect(image).toEqual({ passing: 0 - result.passing, failing: 0 - result.failing });
      }),
    );
  });

  test("has ends with the outcomes that it claims, whatever the outcomes are, at every step and in the result", () => {
    fc.assert(
      fc.property(anyOutcomes, anyOption, ({ ends, outcomeOf }, options) => {
        const { result, best } = walk(boundary(ends, options), outcomeOf);
        let width = Number.POSITIVE_INFINITY;
        for (const pair of [...best, result]) {
          expect(outcomeOf(pair!.failing)).toBe("fail");
          if (options === skip) expect(outcomeOf(pair!.passing)).toBe("pass");
          else expect(outcomeOf(pair!.passing)).not.toBe("fail");
          expect(Math.sign(pair!.failing - pair!.passing)).toBe(Math.sign(ends.failing - ends.passing));
          expect(Math.abs(pair!.failing - pair!.passing)).toBeLessThanOrEqual(width);
          width = Math.abs(pair!.failing - pair!.passing);
        }
      }),
    );
  });

  test("has neighbours as ends, or ends with nothing but unresolved numbers around their middle", () => {
    fc.assert(
      fc.property(anyOutcomes, ({ ends, outcomeOf }) => {
        const { result, asked } = walk(boundary(ends, skip), outcomeOf);
        const between = numbersBetween(result);
        const tried = between.filter((n) => asked.includes(n));
        expect(tried.map(outcomeOf).every((outcome) => outcome === "unresolved")).toBe(true);
        expect(tried.length).toBe(Math.min(between.length, maxSkips + 1));
        if (tried.length > 0) expect(tried.at(-1)! - tried[0]!).toBe(tried.length - 1);
      }),
    );
  });

  test("has neighbours as ends where an unresolved number counts as not failing", () => {
    fc.assert(
      fc.property(anyOutcomes, ({ ends, outcomeOf }) => {
        expect(numbersBetween(walk(boundary(ends, notFailing), outcomeOf).result)).toEqual([]);
      }),
    );
  });

  test("is asked about in this order", () => {
    const from = (first: number) => (n: number) => (n < first ? "pass" : "fail");
    const upTo = (last: number) => (n: number) => (n > last ? "pass" : "fail");
    expect(walk(boundary({ passing: 0, failing: 100 }, skip), from(30)).asked).toEqual([50, 25, 37, 31, 28, 29, 30]);
    expect(walk(boundary({ passing: 100, failing: 0 }, skip), upTo(30)).asked).toEqual([50, 25, 37, 31, 28, 29, 30]);
    expect(walk(boundary({ passing: 0, failing: 100 }, skip), () => "unresolved").asked).toEqual([
      50, 49, 51, 48, 52, 47, 53, 46, 54,
    ]);
    expect(walk(boundary({ passing: 0, failing: 5 }, skip), () => "unresolved").asked).toEqual([2, 1, 3, 4]);
  });
});

const failingAround = fc
  .tuple(fc.integer({ min: 0, max: 1_000_000 }), fc.integer({ min: 0, max: 1000 }), fc.integer({ min: 0, max: 1000 }))
  .map(([from, down, up]) => ({ from, start: from + down, to: from + down + up }));

describe("the range of failing numbers around one that fails", () => {
  test("is found exactly, with a question for each halving", () => {
    fc.assert(
      fc.property(failingAround, fc.nat(100_000), fc.nat(100_000), ({ from, start, to }, below, above) => {
        const limits = { from: from - below, to: to + above };
        const outcomeOf = (n: number) => (n >= from && n <= to ? "fail" : "pass");
        const { result, asked } = walk(failingRange(start, limits), outcomeOf);
        expect(result).toEqual({ from, to });
        const halvings = (n: number) => Math.ceil(Math.log2(n));
        expect(asked.length).toBeLessThanOrEqual(halvings(start - limits.from + 1) + halvings(limits.to - start + 1));
      }),
    );
  });

  test("is known in part at every step: both ends of the best answer fail and the start is inside", () => {
    fc.assert(
      fc.property(anyOutcomes, ({ ends, outcomeOf }) => {
        const limits: FailingRange = { from: ends.passing, to: ends.failing };
        fc.pre(limits.from < limits.to);
        const { result, best } = walk(failingRange(ends.failing, limits), outcomeOf);
        for (const range of [...best, result]) {
          expect([range!.from, range!.to].map(outcomeOf)).toEqual(["fail", "fail"]);
          expect(range!.from <= ends.failing && ends.failing <= range!.to).toBe(true);
        }
      }),
    );
  });
});
