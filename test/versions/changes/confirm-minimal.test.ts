import { expect, test } from "vitest";
import { DeltaSet } from "../../../src/core/delta-set.ts";
import { leftOut } from "../../../src/versions/changes/confirm-minimal.ts";

test("each change of a small cause is left out once more, and some of a large one", () => {
  expect(leftOut(DeltaSet.of(3))).toEqual([3]);
  expect(leftOut(DeltaSet.of(1, 5, 9))).toEqual([1, 5, 9]);
  expect(leftOut(DeltaSet.range(0, 80))).toEqual([0, 10, 20, 30, 40, 50, 60, 70]);
});
