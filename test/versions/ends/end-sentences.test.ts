import { expect, test } from "vitest";
import {
  decidingFilesText,
  type EndSeen,
  type OldSeen,
  oldDoesNotPass,
  outcomeText,
  placesDiffer,
  usedFilesText,
} from "../../../src/versions/ends/end-sentences.ts";

const about: OldSeen = {
  old: "v1",
  new: "the working tree",
  seen: { outcome: "fail", ended: "exit 1" },
  failing: { outcome: "fail", ended: "exit 1" },
  unused: [],
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

test("another failure is shown beside the one that is looked for", () => {
  const seen = { outcome: "unresolved" as const, ended: "exit 1", outputLine: "Error: Cannot find module 'x'" };
  expect(oldDoesNotPass({ ...about, seen })).toBe(
    "The test does not pass on v1: it fails in another way (exit 1: Error: Cannot find module 'x'). On the working tree: exit 1.\n" +
      "Name a version on which it passes. If it lacks a file that the test needs, such as the test itself, --keep FILE puts yours there. --build CMD separates build failures from test failures, --failure any accepts any failure.",
  );
});

test.each<[EndSeen, string]>([
  [{ outcome: "pass", ended: "exit 0" }, "it passes"],
  [{ outcome: "fail", ended: "SIGSEGV" }, "it fails (SIGSEGV)"],
  [{ outcome: "unresolved", ended: "exit 2" }, "it fails in another way (exit 2)"],
  [{ outcome: "unresolved", ended: "exit 125" }, "it cannot be judged (exit 125)"],
  [{ outcome: "unresolved", ended: "timed out" }, "it cannot be judged (timed out)"],
  [{ outcome: "unresolved", ended: "the build: exit 2" }, "it does not build (the build: exit 2)"],
])("%o is described as: %s", (seen, text) => {
  expect(outcomeText(seen)).toBe(text);
});

test("what else may be the reason is named, with the command for it", () => {
  const text = oldDoesNotPass({
    ...about,
    unused: [".env", "a", "b", "c", "d"],
    lockfiles: ["web/pnpm-lock.yaml"],
    obstacle: "mount failed (EPERM)",
    missing: [".git", "data"],
  });
  expect(text).toContain("with and without .env, a, b and 2 more, which no version contains");
  expect(text).toContain("web/pnpm-lock.yaml differs");
  expect(text).toContain("--build 'pnpm install --frozen-lockfile'");
  expect(text).toContain("Tests ran in copies of your folder (mount failed (EPERM))");
  expect(oldDoesNotPass({ ...about, isInPlace: true })).toContain("candidate: try --copy");
  expect(text).toContain(".git and data were not copied: the test may need them.");
});

test("files without which the old version passes: the build is asked for, and nothing else is said of the version", () => {
  expect(decidingFilesText({ name: "v1", paths: ["dist"], with: { outcome: "fail", ended: "exit 1" } })).toBe(
    "On v1 the outcome depends on dist, which no version contains: with it, it fails (exit 1); without it, it passes.\n" +
      "It may have been built from another version, so v1 itself was not really tested.\n" +
      "Name the command that builds it: --build CMD.",
  );
});

test("files that the test uses may be built or not: that is asked, not said", () => {
  const outputLine = "Cannot find module './dist'";
  const without = { outcome: "unresolved", ended: "exit 1", outputLine } as const;
  const text = usedFilesText({ paths: ["dist"], without });
  expect(text).toBe(
    "The test uses dist, which no version contains: without it, it fails in another way (exit 1: Cannot find module './dist').\n" +
      "If it was built from the sources, it was perhaps built from another version: name the command that builds it, --build CMD.",
  );
  expect(oldDoesNotPass({ ...about, used: { paths: ["dist"], without } }).split("\n")).toEqual([
    "The test fails on v1 in the same way as on the working tree (exit 1), with dist as in your folder.",
    ...text.split("\n"),
    "Name an older version that passes, or let --find-good look for one; if none ever passed, try culprit history.",
  ]);
});

test("two places that differ are both described", () => {
  const inFolder = { outcome: "pass" as const, ended: "exit 0" };
  const inTree = { outcome: "fail" as const, ended: "exit 1" };
  expect(placesDiffer({ name: "the working tree", inFolder, inTree })).toContain(
    "in your folder, it passes; in the tree, it fails (exit 1)",
  );
});
