import { expect, test } from "vitest";
import { type Half, whichHalf } from "../../../src/causes/changes/which-half.ts";
import { DeltaSet } from "../../../src/core/delta-set.ts";
import type { Outcome } from "../../../src/core/outcome.ts";
import { asking } from "../../../src/core/search.ts";

/** The half, by the outcomes of the new files with the old packages, and of the old files with the new packages. */
const expected: readonly [Outcome, Outcome, Half][] = [
  ["fail", "fail", "files"],
  ["fail", "pass", "files"],
  ["fail", "unresolved", "files"],
  ["unresolved", "pass", "files with the new packages"],
  ["pass", "fail", "packages"],
  ["unresolved", "fail", "packages"],
  ["pass", "pass", "both"],
  ["pass", "unresolved", "both"],
  ["unresolved", "unresolved", "neither"],
];

test.each(expected)("new files: %s, new packages: %s, so it is: %s", (newFiles, newPackages, half) => {
  const all = DeltaSet.range(0, 3);
  let search = whichHalf(all);
  let asked = 0;
  for (; asking(search); asked++) {
    const { files, upgrades } = search.ask;
    expect(upgrades.equals(files === "new" ? DeltaSet.empty : all)).toBe(true);
    search = search.after(files === "new" ? newFiles : newPackages);
  }
  expect(search.result).toEqual({ half, newFiles, ...(newFiles === "fail" ? {} : { newPackages }) });
  expect(asked).toBe(newFiles === "fail" ? 1 : 2);
});
