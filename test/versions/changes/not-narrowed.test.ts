import { expect, test } from "vitest";
import { DeltaSet } from "../../../src/core/delta-set.ts";
import { passingNotes, tooManyLeft } from "../../../src/versions/changes/not-narrowed.ts";
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

test("a search that was stopped with more changes than can be named says so, and names none", () => {
  const lines = Array.from({ length: 301 }, (_, i) => `line ${i}\n`);
  const many = Changes.between(
    madeVersion({ "a.txt": lines.join("") }),
    madeVersion({ "a.txt": lines.map((line, i) => (i % 2 === 0 ? `new ${line}` : line)).join("") }),
  );
  const left = (size: number) => ({ failing: DeltaSet.range(0, size), causes: DeltaSet.empty, suspects: many.all });
  expect(tooManyLeft(many, left(101))).toBe("Not narrowed far enough to name a cause: 101 of 151 changes are left.");
  expect(tooManyLeft(many, left(100))).toBe(undefined);
});
