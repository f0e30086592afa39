import { expect, test } from "vitest";
import { withOneVersion } from "../../../../src/causes/packages/locked/several-versions.ts";
import { DeltaSet } from "../../../../src/core/delta-set.ts";

const moved = (name: string, old: string, now: string) => ({ name, old, new: now, requiredBy: [] });

test("a culprit with a package in several versions, before or after, is left out", () => {
  const packages = [moved("qs", "1.0", "2.0"), moved("cookie", "1.0, 2.0", "2.0"), moved("ms", "1.0", "1.0, 2.0")];
  const culprits = [DeltaSet.of(0), DeltaSet.of(0, 1), DeltaSet.of(2)];
  expect(withOneVersion(packages, culprits).map((each) => [...each])).toEqual([[0]]);
});
