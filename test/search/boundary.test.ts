import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Outcome } from "../../src/core/outcome.ts";
import { asking, type Search } from "../../src/core/search.ts";
import { between } from "../../src/search/between.ts";
import { least, room } from "../../src/search/boundary.ts";

/** The result, and how many questions it took. */
function answered<R>(search: Search<number, R>, outcomeOf: (n: number) => Outcome): { result: R; questions: number } {
  let questions = 0;
  while (asking(search)) {
    questions++;
    search = search.after(outcomeOf(search.ask));
  }
  return { result: search.result, questions };
}

const line = fc
  .tuple(fc.integer({ min: 0, max: 1_000_000 }), fc.integer({ min: 0, max: 1000 }), fc.integer({ min: 0, max: 1000 }))
  .map(([from, down, up]) => ({ from, here: from + down, to: from + down + up }));

describe("how far a number can be moved", () => {
  test("is found exactly, by halving", () => {
    fc.assert(
      fc.property(line, fc.nat(100_000), fc.nat(100_000), ({ from, here, to }, below, above) => {
        const limits = { from: from - below, to: to + above };
        const { result, questions } = answered(room(here, limits), (n) => (n >= from && n <= to ? "fail" : "pass"));
        expect(result).toEqual({ from, to });
        const bits = (n: number) => Math.ceil(Math.log2(n + 1));
        expect(questions).toBeLessThanOrEqual(bits(here - limits.from + 1) + bits(limits.to - here + 1));
      }),
    );
  });
});

describe("the least number that still fails", () => {
  test("is found exactly, by halving", () => {
    fc.assert(
      fc.property(line, fc.nat(100_000), ({ from, here }, below) => {
        const { result, questions } = answered(least(here, from - below), (n) => (n >= from ? "fail" : "unresolved"));
        expect(result).toBe(from);
        expect(questions).toBeLessThanOrEqual(Math.ceil(Math.log2(here - from + below + 2)));
      }),
    );
  });
});

describe("two neighbours of which one passes and one fails", () => {
  test("are found in as many tests as halving takes", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e9 }), fc.nat(), (length, at) => {
        const first = 1 + (at % length);
        const { result, questions } = answered(between(0, length), (n) => (n < first ? "pass" : "fail"));
        expect(result).toEqual({ passing: first - 1, failing: first });
        expect(questions).toBeLessThanOrEqual(Math.ceil(Math.log2(length)));
      }),
    );
  });

  test("are as they are said to be also where many worlds cannot be judged", () => {
    const outcomes = fc.array(fc.constantFrom<Outcome>("pass", "fail", "unresolved", "unresolved"), { maxLength: 60 });
    fc.assert(
      fc.property(outcomes, (middle) => {
        const all: Outcome[] = ["pass", ...middle, "fail"];
        const { passing, failing } = answered(between(0, all.length - 1), (n) => all[n]!).result;
        expect([all[passing], all[failing]]).toEqual(["pass", "fail"]);
        expect(passing).toBeLessThan(failing);
      }),
    );
  });
});
