import { expect, test } from "vitest";
import type { Outcome } from "../../src/core/outcome.ts";
import { Counts } from "../../src/run/counts.ts";
import { progressOf } from "../../src/run/stage/progress.ts";

const observation = (content: string, outcome: Outcome) => ({ content, outcome, ended: "", milliseconds: 1, runs: 1 });

test("a candidate counts as needed once, and as cached each time after that", () => {
  const counts = new Counts();
  expect(counts.take(observation("a", "fail"), { knownBefore: false })).toBe(true);
  expect(counts.take(observation("b", "unresolved"), { knownBefore: false })).toBe(true);
  expect(counts.take(observation("a", "fail"), { knownBefore: false })).toBe(false);
  expect(counts.snapshot).toMatchObject({ needed: 2, run: 0, cached: 1, pass: 0, fail: 1, unresolved: 1 });
});

test("what was known before the search began is not needed", () => {
  const counts = new Counts();
  expect(counts.take(observation("a", "pass"), { knownBefore: true })).toBe(false);
  expect(counts.snapshot).toMatchObject({ needed: 0, cached: 1, pass: 0 });
});

test("a trial ran ahead until a search uses its outcome, or it only confirms one; an aborted trial stays so", () => {
  const counts = new Counts();
  for (const content of ["a", "b", "c"]) counts.ran({ content, runs: content === "b" ? 3 : 1 });
  counts.abort();
  expect(counts.snapshot).toMatchObject({ ahead: 6, confirming: 0 });
  counts.take(observation("a", "fail"), { knownBefore: false });
  counts.confirmBy(observation("b", "pass"));
  counts.confirm(2);
  expect(counts.snapshot).toMatchObject({ needed: 1, ahead: 2, confirming: 5 });
});

function estimateFor(sizes: { failing: number; passing?: number }, needed: number): number | undefined {
  const counts = new Counts();
  for (let i = 0; i < needed; i++) counts.take(observation(`${i}`, "pass"), { knownBefore: false });
  return progressOf({ counts, seconds: 1 }, { total: 1000, unit: "lines" }, { stage: "lines", ...sizes }).estimate;
}

test("isolating is estimated to halve the difference each time", () => {
  expect(estimateFor({ failing: 1000, passing: 0 }, 0)).toBe(10);
  expect(estimateFor({ failing: 513, passing: 512 }, 0)).toBe(0);
  expect(estimateFor({ failing: 5, passing: 5 }, 0)).toBe(0);
});

test("simplifying is estimated only when no more deltas are left than can be proved needed soon", () => {
  expect(estimateFor({ failing: 1000 }, 10)).toBeUndefined();
  expect(estimateFor({ failing: 60 }, 10)).toBe(60);
});

test("progress says how many deltas are left, and how the tests came out", () => {
  const counts = new Counts();
  counts.take(observation("a", "fail"), { knownBefore: false });
  const progress = progressOf(
    { counts, seconds: 2 },
    { total: 9, unit: "lines" },
    { stage: "s", failing: 7, passing: 3 },
  );
  expect(progress).toMatchObject({ stage: "s", total: 9, unit: "lines", left: 4, needed: 1, fail: 1, seconds: 2 });
});
