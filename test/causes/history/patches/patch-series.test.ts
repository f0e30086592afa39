import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type CarriedSeries,
  type Cure,
  carrySeries,
  type PatchSeries,
  topTree,
  withoutEmptyPatches,
} from "../../../../src/causes/history/patches/patch-series.ts";
import type { Favour } from "../../../../src/world/merge/merge-texts.ts";
import { mergeFile } from "./text-merge.ts";

const merge = mergeFile;
const cureOf = (number: number): Cure => ({ number, at: "c0ffee", version: number, changes: 1 });
const count = 6;
/** Lines with nothing in common, some of them changed. */
const text = (version: string, changed: Iterable<number> = []) => {
  const set = new Set(changed);
  return Array.from({ length: count }, (_, i) => `${set.has(i) ? "CURED" : "sick"}${i} line${i}\n`).join("") + version;
};

/** Patches on version "new", each of one line; the lines may repeat, and a patch that changes one again does nothing. */
const patches = fc.array(fc.nat(count - 1), { maxLength: 6 });
function seriesOf(lines: readonly number[]): PatchSeries {
  const trees = [text("new\n"), ...lines.map((_, i) => text("new\n", lines.slice(0, i + 1)))];
  return { trees, cures: lines.map((_, i) => cureOf(i + 1)) };
}

const favours = fc.constantFrom<Favour>("ours", "theirs");

describe("patches carried to another version", () => {
  test("are all there, one more in each tree, on the bare version", () => {
    fc.assert(
      fc.property(patches, favours, (lines, favour) => {
        const series = seriesOf(lines);
        const carried = carrySeries(series, text("old\n"), { merge, favour });
        expect(carried).toEqual({
          trees: [text("old\n"), ...lines.map((_, i) => text("old\n", lines.slice(0, i + 1)))],
          cures: series.cures,
          conflicts: [],
        });
      }),
    );
  });

  test("come back as they were, and to where they are as they are", () => {
    fc.assert(
      fc.property(patches, favours, (lines, favour) => {
        const series = seriesOf(lines);
        expect(carrySeries(series, series.trees[0]!, { merge, favour })).toEqual({ ...series, conflicts: [] });
        const there = carrySeries(series, text("old\n"), { merge, favour });
        expect(carrySeries(there, text("new\n"), { merge, favour })).toEqual({ ...series, conflicts: [] });
      }),
    );
  });

  test("without some are the version with the others", () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(count - 1)), fc.nat(63), favours, (lines, bits, favour) => {
        const series = seriesOf(lines);
        const left = (i: number) => (bits & (1 << i)) !== 0;
        const without = series.cures.filter((_, i) => left(i));
        const carried = carrySeries(series, text("old\n"), { merge, favour, without });
        expect(carried.cures).toEqual(series.cures.filter((_, i) => !left(i)));
        expect(carried.trees.length).toBe(carried.cures.length + 1);
        expect(topTree(carried)).toBe(
          text(
            "old\n",
            lines.filter((_, i) => !left(i)),
          ),
        );
      }),
    );
  });

  test("are the patches' where the version has another text, or the version's, and each file is named once", () => {
    const series: PatchSeries = { trees: ["a\nb\n", "A\nb\n", "A\nB\n"], cures: [cureOf(1), cureOf(2)] };
    const to = (favour: Favour): CarriedSeries => carrySeries(series, "x\ny\n", { merge, favour });
    expect(to("theirs")).toEqual({ trees: ["x\ny\n", "A\ny\n", "A\nB\n"], cures: series.cures, conflicts: ["file"] });
    expect(to("ours")).toEqual({ trees: ["x\ny\n", "x\ny\n", "x\ny\n"], cures: series.cures, conflicts: ["file"] });
    expect(withoutEmptyPatches(to("ours"))).toEqual({ trees: ["x\ny\n"], cures: [] });
  });
});

describe("the patches that do something", () => {
  test("are those whose tree is another one than that before; the whole stays", () => {
    fc.assert(
      fc.property(patches, (lines) => {
        const series = seriesOf(lines);
        const { trees, cures } = withoutEmptyPatches(series);
        expect(cures.map(({ number }) => number)).toEqual(
          lines.flatMap((line, i) => (lines.indexOf(line) === i ? [i + 1] : [])),
        );
        expect(trees.length).toBe(cures.length + 1);
        expect(trees[0]).toBe(series.trees[0]);
        expect(topTree({ trees, cures })).toBe(topTree(series));
        expect(trees.every((tree, i) => i === 0 || tree !== trees[i - 1])).toBe(true);
        expect(withoutEmptyPatches({ trees, cures })).toEqual({ trees, cures });
      }),
    );
  });

  test("are none of those that an older version has already", () => {
    const series = seriesOf([0, 3, 5]);
    const carried = carrySeries(series, text("old\n", [3]), { merge, favour: "theirs" });
    expect(withoutEmptyPatches(carried).cures.map(({ number }) => number)).toEqual([1, 3]);
    expect(topTree(carried)).toBe(text("old\n", [0, 3, 5]));
  });
});
