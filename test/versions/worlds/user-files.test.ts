import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { VersionsRequest } from "../../../src/versions/request.ts";
import { keptFiles, testInTree } from "../../../src/versions/worlds/user-files.ts";
import type { Version } from "../../../src/world/tree/version.ts";
import { temporaryFolder } from "../../temporary-folder.ts";

const folder = temporaryFolder("user-files");
const home = join(folder, "home");
for (const name of ["home/src/deep", "home/node_modules/x", "home/.git"])
  mkdirSync(join(folder, name), { recursive: true });
for (const name of ["home/check.sh", "home/src/a.js", "home/node_modules/x/cli.js", "home/.git/hook", "outside.sh"])
  writeFileSync(join(folder, name), "");

const isInstalled = (path: string) => path.startsWith("node_modules/");
const repository = { ignores: (path: string) => path.endsWith("check.sh") };
/** A test as it is read if the user is at the root of the tree, or elsewhere. */
function read(
  test: string[],
  { cwd = home, root, build }: { cwd?: string; root?: string | undefined; build?: string } = { root: home },
) {
  const request = { test, cwd, build, keep: [] } as unknown as VersionsRequest;
  return testInTree(request, { home: root, repository, isInstalled });
}

describe("a file that the test names", () => {
  test("in the tree stays at its place, as it is here", () => {
    const { words, pinned, notes } = read(["sh", "check.sh", "src/a.js"]);
    expect([words, pinned]).toEqual([
      ["sh", "check.sh", "src/a.js"],
      ["check.sh", "src/a.js"],
    ]);
    expect(notes).toEqual([
      "The test names check.sh, so every candidate uses your copy.",
      "The test names src/a.js, so every candidate uses your copy.",
    ]);
  });

  test("by its absolute path is named from where the test runs", () => {
    const { words, pinned } = read([join(home, "check.sh")], { cwd: join(home, "src"), root: home });
    expect([words, pinned]).toEqual([["../check.sh"], ["check.sh"]]);
  });

  test("outside of the tree is named absolutely, and said so if it was not", () => {
    const outside = join(folder, "outside.sh");
    expect(read(["../outside.sh"])).toMatchObject({
      words: [outside],
      pinned: [],
      notes: [`In the test, ../outside.sh → ${outside}`],
    });
    expect(read([outside])).toEqual({ words: [outside], pinned: [], notes: [] });
  });

  test("where there is no tree is named absolutely", () => {
    const { words, pinned } = read(["./check.sh"], { root: undefined });
    expect([words, pinned]).toEqual([[join(home, "check.sh")], []]);
  });

  test("among the installed packages is in every tree anyway", () => {
    const words = ["node", "node_modules/x/cli.js"];
    expect(read(words)).toEqual({ words, pinned: [], notes: [] });
  });

  test("that git ignores is what the build makes, if there is a build", () => {
    expect(read(["./check.sh", "src/a.js"], { root: home, build: "make" })).toMatchObject({
      words: ["./check.sh", "src/a.js"],
      pinned: ["src/a.js"],
      notes: [
        "./check.sh is ignored by git: the test uses what --build makes, not the file here.",
        expect.stringContaining("src/a.js"),
      ],
    });
  });

  test("in git's own folder is not part of the tree", () => {
    expect(read(["sh", ".git/hook"])).toMatchObject({ words: ["sh", join(home, ".git/hook")], pinned: [] });
  });
});

test("words that name no file stay as they are: a command, an option, a folder, what is missing", () => {
  const words = ["check.sh", "--all", "src", "missing.js"];
  expect(read(words)).toEqual({ words, pinned: [], notes: [] });
});

describe("--keep", () => {
  const now = {
    items: new Map([
      ["src/a.js", {}],
      ["src/b.js", {}],
      ["c.txt", {}],
    ]),
  } as unknown as Version;
  const kept = (keep: string[], root: string | undefined = home) =>
    keptFiles({ keep, cwd: home } as unknown as VersionsRequest, root, now);

  test("keeps files of the version by patterns, and files that are only here by name", () => {
    expect(kept(["*.js"])).toEqual(["src/a.js", "src/b.js"]);
    expect(kept(["c.txt", "check.sh", "c.*"])).toEqual(["c.txt", "check.sh"]);
    expect(kept([])).toEqual([]);
  });

  test("is refused where there is no tree", () => {
    const refused = () => keptFiles({ keep: ["a"], cwd: home } as unknown as VersionsRequest, undefined, now);
    expect(refused).toThrow("--keep");
  });
});
