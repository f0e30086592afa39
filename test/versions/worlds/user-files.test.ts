import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { VersionsRequest } from "../../../src/versions/request.ts";
import { keptFiles, testInTree } from "../../../src/versions/worlds/user-files.ts";
import { temporaryFolder } from "../../temporary-folder.ts";
import { madeVersion } from "../made-version.ts";

const home = temporaryFolder("home");
const outside = temporaryFolder("outside");
for (const folder of ["app", ".git", "node_modules/tool"]) mkdirSync(join(home, folder), { recursive: true });
for (const file of ["app/check.sh", "app/built", "top.js", ".git/hook", "node_modules/tool/cli.js"])
  writeFileSync(join(home, file), "");
writeFileSync(join(outside, "check.sh"), "");
const cwd = join(home, "app");

function requestFor(test: readonly string[], more: Partial<VersionsRequest> = {}): VersionsRequest {
  return {
    ...{ cwd, test, old: "HEAD", keep: [], history: true, firstParent: false, fresh: false },
    conditions: { jobs: 1, failure: { mode: "same" }, repeat: 1 },
    ...more,
  };
}

const place = {
  home,
  repository: { ignores: (path: string) => path.endsWith("built") },
  isInstalled: (path: string) => path.startsWith("node_modules/"),
};

describe("the words of a test in a tree", () => {
  test("that name a file of the tree pin it, and name it from where the test runs", () => {
    expect(testInTree(requestFor(["sh", "check.sh", join(home, "top.js")]), place)).toEqual({
      words: ["sh", "check.sh", "../top.js"],
      pinned: ["app/check.sh", "top.js"],
      notes: [
        "check.sh is named in the test: every candidate has your copy of it.",
        `${join(home, "top.js")} is named in the test: every candidate has your copy of it.`,
      ],
    });
  });

  test("that name a file outside the tree, or in git's own folder, become absolute paths", () => {
    const path = join(outside, "check.sh");
    const word = `../../${outside.split("/").at(-1)}/check.sh`;
    expect(testInTree(requestFor(["sh", word, path, "../.git/hook"]), place)).toEqual({
      words: ["sh", path, path, join(home, ".git/hook")],
      pinned: [],
      notes: [`In the test, ${word} → ${path}`, `In the test, ../.git/hook → ${join(home, ".git/hook")}`],
    });
  });

  test("that name an installed program leave it to the candidate's packages", () => {
    const words = ["../node_modules/tool/cli.js", "--all"];
    expect(testInTree(requestFor(words), place)).toEqual({ words, pinned: [], notes: [] });
  });

  test("that name an ignored file mean what the build makes, if there is a build", () => {
    const { words, pinned, notes } = testInTree(requestFor(["./built"], { build: "make" }), place);
    expect([words, pinned]).toEqual([["./built"], []]);
    expect(notes).toEqual(["./built is ignored by git: the test uses what --build makes, not the file here."]);
    expect(testInTree(requestFor(["./built"]), place).pinned).toEqual(["app/built"]);
  });

  test("stay as they are if they name no file; a program without a slash is looked up in PATH", () => {
    const words = ["check.sh", "app", "none.js", "-x"];
    expect(testInTree(requestFor(words), place)).toEqual({ words, pinned: [], notes: [] });
  });

  test("all become absolute if the user is in none of the versions", () => {
    const { words, pinned } = testInTree(requestFor(["sh", "check.sh"]), { ...place, home: undefined });
    expect([words, pinned]).toEqual([["sh", join(cwd, "check.sh")], []]);
  });
});

describe("--keep", () => {
  const now = madeVersion({ "app/check.sh": "", "top.js": "", "lib/a.js": "" });

  test("keeps the files of the version that match, and files that only the user has", () => {
    expect(keptFiles(requestFor([], { keep: ["*.js", "built"] }), home, now)).toEqual([
      "top.js",
      "lib/a.js",
      "app/built",
    ]);
  });

  test("keeps nothing if it is not given, and needs a repository if it is", () => {
    expect(keptFiles(requestFor([]), undefined, now)).toEqual([]);
    expect(() => keptFiles(requestFor([], { keep: ["a"] }), undefined, now)).toThrow("--keep needs a git repository");
  });
});
