import { expect, test } from "vitest";
import { lockfileNotes, lockfilesIn, ownPackagesNotes } from "../../../src/causes/changes/lockfile-notes.ts";
import { Changes } from "../../../src/world/changes/version-diff.ts";
import { madeVersion } from "../../versions/made-version.ts";

/** All of these files differ. */
function changesIn(...paths: string[]): Changes {
  const versions = ["1\n", "2\n"].map((text) => madeVersion(Object.fromEntries(paths.map((path) => [path, text]))));
  return Changes.between(versions[0]!, versions[1]!);
}

const several = changesIn("package-lock.json", "web/package-lock.json", "web/yarn.lock", "web/index.js");

test("with the packages installed here, all lockfiles that differ are named", () => {
  expect(lockfileNotes(changesIn("index.js"), () => true)).toEqual([]);
  expect(lockfileNotes(several, () => true)).toEqual([
    expect.stringMatching(/^package-lock.json, web\/package-lock.json and web\/yarn.lock differ, but every test/),
  ]);
});

test("npm's lockfiles of a project are those in its folder, not below it", () => {
  expect(lockfilesIn("", several)).toEqual(["package-lock.json"]);
  expect(lockfilesIn("web", several)).toEqual(["web/package-lock.json"]);
});

test("with the packages of one project, those of the others are as installed here", () => {
  expect(
    ownPackagesNotes(changesIn("package-lock.json"), { lockfiles: ["package-lock.json"], installer: "npm ci" }),
  ).toEqual([expect.stringMatching(/^package-lock.json differs: each version is tested with its own packages/)]);
  expect(ownPackagesNotes(several, { lockfiles: lockfilesIn("web", several), installer: "npm ci" })).toEqual([
    expect.stringMatching(/^web\/package-lock.json differs: each version/),
    expect.stringMatching(
      /^package-lock.json and web\/yarn.lock differ, but every test uses the packages that are installed here/,
    ),
  ]);
});
