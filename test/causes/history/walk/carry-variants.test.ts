import { expect, test } from "vitest";
import { topTree } from "../../../../src/causes/history/patches/patch-series.ts";
import { carryVariants, favourVersion } from "../../../../src/causes/history/walk/carry-variants.ts";
import { mergeFile } from "../patches/text-merge.ts";

const cure = { number: 1, at: "new", version: 0, changes: 1 };
const start = { version: 0, variant: 0 };

/** Versions of one file by their numbers; the patch on the first one replaces `b` by `B`. */
function variantsOver(...versions: string[]) {
  const history = { commitAt: String, treeOf: (commit?: string) => versions[Number(commit)]!, merge: mergeFile };
  return carryVariants(history, { trees: [versions[0]!, versions[0]!.replace("b", "B")], cures: [cure] });
}

test("a patch that fits is carried in one way", () => {
  const { variantsAt, carriedTo } = variantsOver("a\nb\nc\n", "older\na\nb\nc\n");
  expect(variantsAt(1, start)).toEqual([
    { trees: ["older\na\nb\nc\n", "older\na\nB\nc\n"], cures: [cure], conflicts: [] },
  ]);
  expect(topTree(carriedTo({ version: 1, from: start, variant: 0 }))).toBe("older\na\nB\nc\n");
});

test("where the walk began, the patches are as they are", () => {
  const { carriedTo } = variantsOver("a\nb\nc\n", "a\nb\nc\n");
  expect(carriedTo(start)).toEqual({ trees: ["a\nb\nc\n", "a\nB\nc\n"], cures: [cure], conflicts: [] });
});

test("against a different text the patch wins first, then the version", () => {
  const { variantsAt, carriedTo } = variantsOver("a\nb\nc\n", "a\nx\nc\n");
  expect(variantsAt(1, start).map(topTree)).toEqual(["a\nB\nc\n", "a\nx\nc\n"]);
  expect(variantsAt(1, start)[0]!.conflicts).toEqual(["file"]);
  expect(topTree(carriedTo(favourVersion(1, start)))).toBe("a\nx\nc\n");
});

test("from a version that has the cure already, the patch as it was in the beginning is another variant", () => {
  const { variantsAt } = variantsOver("a\nb\nc\n", "a\nB\nc\n", "a\nb\nc\n");
  const from = { version: 1, from: start, variant: 0 };
  expect(variantsAt(2, from).map(topTree)).toEqual(["a\nb\nc\n", "a\nB\nc\n"]);
});

test("variants with the same result count once", () => {
  const { variantsAt } = variantsOver("a\nb\nc\n", "a\nb\nc\n!", "a\nb\nc\n?");
  expect(variantsAt(2, { version: 1, from: start, variant: 0 }).map(topTree)).toEqual(["a\nB\nc\n?"]);
});
