import { expect, test } from "vitest";
import { DeltaSet } from "../../../src/core/delta-set.ts";
import { passingNotes } from "../../../src/versions/changes/not-narrowed.ts";
import { Changes } from "../../../src/world/changes/version-diff.ts";
import { madeVersion } from "../made-version.ts";

const changes = Changes.between(
  madeVersion({ "a.js": "one\ntwo\nthree\nfour\nfive\n" }),
  madeVersion({ "a.js": "ONE\ntwo\nTHREE\nfour\nFIVE\n", "b.js": "new\n" }),
);

test("a search that was stopped says without what the test passes, and nothing it has not seen", () => {
  const { all } = changes;
  const notes = (suspects: DeltaSet) => passingNotes(changes, { failing: all, causes: DeltaSet.empty, suspects });
  expect(notes(DeltaSet.of(1, 3))).toEqual([
    "With all changes that are left the test fails; without 2 of them (a.js:3 and b.js) it passes.",
  ]);
  expect(notes(DeltaSet.empty)).toEqual([]);
  expect(notes(all)).toEqual([]);
});
