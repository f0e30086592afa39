import { expect, test } from "vitest";
import {
  ignoredFilesDecide,
  type OldSeen,
  oldDoesNotPass,
  placesDiffer,
} from "../../../src/versions/ends/end-sentences.ts";

const about: OldSeen = {
  old: "v1",
  new: "the working tree",
  seen: { outcome: "fail", ended: "exit 1" },
  failing: { outcome: "fail", ended: "exit 1" },
  ignored: [],
  lockfiles: [],
  caveats: [],
  obstacle: undefined,
  isInPlace: false,
  missing: [],
};

test("an old version that fails in the same way: that is all that is said, and where to go from there", () => {
  expect(oldDoesNotPass(about)).toBe(
    "The test fails on v1 in the same way as on the working tree (exit 1).\n" +
      "Name an older version that passes, or let --find-good look for one; if none ever passed, try culprit history.",
  );
});

test("no sentence says that the changes are not the cause", () => {
  for (const outcome of ["fail", "unresolved"] as const)
    expect(oldDoesNotPass({ ...about, seen: { outcome, ended: "exit 2" } })).not.toMatch(
      /not the cause|does not decide/,
    );
});

test("another failure is shown beside the one that is looked for", () => {
  const seen = { outcome: "unresolved" as const, ended: "exit 1", outputLine: "Error: Cannot find module 'x'" };
  expect(oldDoesNotPass({ ...about, seen })).toContain(
    "neither passes on v1 nor fails as on the working tree: exit 1: Error: Cannot find module 'x' instead of exit 1.",
  );
});

test("what else may be the reason is named, with the command for it", () => {
  const text = oldDoesNotPass({
    ...about,
    ignored: [".env", "a", "b", "c", "d"],
    lockfiles: ["web/pnpm-lock.yaml"],
    obstacle: "mount failed (EPERM)",
    missing: [".git", "data"],
  });
  expect(text).toContain("with and without .env, a, b and 2 more, which git ignores");
  expect(text).toContain("web/pnpm-lock.yaml differs");
  expect(text).toContain("--build 'pnpm install --frozen-lockfile'");
  expect(text).toContain("copies at another path (mount failed (EPERM))");
  expect(oldDoesNotPass({ ...about, isInPlace: true })).toContain("if it uses one, try --copy");
  expect(text).toContain("No tree has .git and data: the test may need them.");
});

test("where ignored files decide, the build is asked for and nothing else is said of the version", () => {
  const text = ignoredFilesDecide({
    name: "v1",
    paths: ["dist"],
    with: { outcome: "fail", ended: "exit 1" },
    without: { outcome: "unresolved", ended: "exit 1", outputLine: "Cannot find module './dist'" },
  });
  expect(text).toBe(
    "On v1 the outcome depends on dist, which git ignores: with it, it fails (exit 1); without it, it fails in another way (exit 1: Cannot find module './dist').\n" +
      "It was perhaps built from another version than v1, so this says nothing about v1 itself.\n" +
      "Name the command that builds it: --build CMD.",
  );
});

test("two places that differ are both described", () => {
  const inFolder = { outcome: "pass" as const, ended: "exit 0" };
  const inTree = { outcome: "fail" as const, ended: "exit 1" };
  expect(placesDiffer({ name: "the working tree", inFolder, inTree })).toContain(
    "in your folder, it passes; in the tree, it fails (exit 1)",
  );
});
