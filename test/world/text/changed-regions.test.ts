import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { changedRegions, segmentsOf } from "../../../src/world/text/changed-regions.ts";

const sequences = fc.array(fc.constantFrom("a", "b", "c", "d"), { maxLength: 12 });

describe("the segments of two sequences", () => {
  test("are both sequences from beginning to end, and unchanged segments are equal in both", () => {
    fc.assert(
      fc.property(sequences, sequences, (a, b) => {
        let [endA, endB] = [0, 0];
        for (const segment of segmentsOf(changedRegions(a, b), a.length)) {
          expect([segment.a, segment.b]).toEqual([endA, endB]);
          [endA, endB] = [endA + segment.aCount, endB + segment.bCount];
          expect(segment.aCount + segment.bCount).toBeGreaterThan(0);
          if (!segment.changed) expect(a.slice(segment.a, endA)).toEqual(b.slice(segment.b, endB));
        }
        expect([endA, endB]).toEqual([a.length, b.length]);
      }),
      { numRuns: 1000 },
    );
  });

  test("are changed and unchanged in turn", () => {
    fc.assert(
      fc.property(sequences, sequences, (a, b) => {
        const changed = segmentsOf(changedRegions(a, b), a.length).map((segment) => segment.changed);
        for (const [i, each] of changed.slice(1).entries()) expect(each).toBe(!changed[i]);
      }),
    );
  });
});

test("sequences that differ too much to be aligned as a whole are aligned between what each has once", () => {
  const noise = (word: string) => Array.from({ length: 1100 }, (_, i) => `${word} ${i}`);
  const a = [...noise("old"), "anchor", ...noise("old")];
  const b = [...noise("new"), "anchor", ...noise("new")];
  expect(changedRegions(a, b)).toEqual([
    { a: 0, b: 0, aCount: 1100, bCount: 1100 },
    { a: 1101, b: 1101, aCount: 1100, bCount: 1100 },
  ]);
});
