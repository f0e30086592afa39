import { expect, test } from "vitest";
import { goodLockfileNotes } from "../../../src/causes/packages/good-lockfile-notes.ts";
import { madeVersion } from "../../versions/made-version.ts";
import { lockfileOf } from "../../world/packages/package-trees.ts";

const side = { name: "made", text: "", lockfile: lockfileOf({}), read: () => undefined };
const sides = { old: side, new: side, project: { version: madeVersion({}), inside: "", home: undefined } };
const lib = { text: "lib 1.0.0 → 1.1.0, brought by app 2.0.0 (app › lib)" };
const helper = { text: "helper 1.0.0 added (app › lib › helper)" };
const good = { ranges: new Map(), overrides: {}, heldBack: [lib], leftOut: [], kept: 3, isShown: true };

test("what nothing requires counts as an upgrade, but not as one that npm has installed", () => {
  expect(goodLockfileNotes(sides, { ...good, leftOut: [helper] })).toEqual([
    "3 of the 5 upgrades pass together, installed by npm ci; held back: lib 1.0.0 → 1.1.0.",
    "Left out as well, because nothing in that lockfile requires it: helper 1.0.0 added.",
    "With lib 1.0.0 → 1.1.0 as well, the test does not pass.",
  ]);
});

test("an upgrade that cannot be added is named where there is only one", () => {
  expect(goodLockfileNotes(sides, good)[1]).toBe("With lib 1.0.0 → 1.1.0 as well, the test does not pass.");
  expect(goodLockfileNotes(sides, { ...good, heldBack: [lib, lib] })[1]).toBe(
    "Each of these was tried with all that are kept: none can be added.",
  );
});
