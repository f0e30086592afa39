import { describe, expect, test } from "vitest";
import { answersPerRound, costNote, isWorldMadeAhead, minProbability } from "../../../src/run/stage/expected-cost.ts";

describe("what a search will cost", () => {
  const search = { tests: 10, atLeast: false, milliseconds: 12_000, jobs: 1 };

  test("is said before a long search, with the tests, their length and the jobs", () => {
    expect(costNote(search)).toBe("Expecting about 10 tests of 12.0 s each, one at a time: about 2 min 0 s.");
    expect(costNote({ ...search, jobs: 2 })).toBe(
      "Expecting about 10 tests of 12.0 s each, 2 at a time: about 1 min 20 s.",
    );
    expect(costNote({ ...search, atLeast: true })).toMatch(/^Expecting at least 10 tests .* at least 2 min 0 s\.$/);
  });

  test("is not said before a short one", () => {
    expect(costNote({ ...search, milliseconds: 2000 })).toBeUndefined();
  });
});

test("a second job is right every other time, three make two answers a round, seven three", () => {
  expect([1, 2, 3, 4, 7, 8].map(answersPerRound)).toEqual([1, 1.5, 2, 2.25, 3, 3.125]);
});

test("the longer a test takes, the more probably it must be needed to run ahead; one of the next two always may", () => {
  const demanded = [10, 1000, 5000, 60_000, 3_600_000].map(minProbability);
  expect(demanded).toEqual(demanded.toSorted((a, b) => a - b));
  expect(demanded[0]).toBeLessThan(0.001);
  expect(demanded.at(-1)).toBeLessThan(0.25);
  expect(demanded.at(-1)).toBeGreaterThan(0.125);
  expect([isWorldMadeAhead(100), isWorldMadeAhead(60_000)]).toEqual([true, false]);
});
