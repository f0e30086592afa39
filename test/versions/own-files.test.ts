import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { keptFiles, readTest } from "../../src/versions/own-files.ts";
import type { VersionsRequest } from "../../src/versions/request.ts";
import type { Version } from "../../src/world/tree/version.ts";
import { temporaryFolder } from "../temporary-folder.ts";

const folder = temporaryFolder("own-files");
const home = join(folder, "home");
for (const name of ["home/src/deep", "home/node_modules/x", "home/.git"])
  mkdirSync(join(folder, name), { recursive: true });
for (const name of ["home/check.sh", "home/src/a.js", "home/node_modules/x/cli.js", "home/.git/hook", "outside.sh"])
  writeFileSync(join(folder, name), "");

const isInstalled = (path: string) => path.startsWith("node_modules/");
/** A test as it is read by somebody who stands at the root of the tree, or elsewhere. */
function read(test: string[], { cwd = home, root }: { cwd?: string; root?: string | undefined } = { root: home }) {
  const request = { test, cwd, keep: [] } as unknown as VersionsRequest;
  return readTest(request, { home: root, repository: undefined, isInstalled });
}

describe("a file that the test names", () => {
  test("in the tree stays at its place, as it is here", () => {
    const { words, pinned, rewritten } = read(["sh", "check.sh", "src/a.js"]);
    expect([words, pinned]).toEqual([
      ["sh", "check.sh", "src/a.js"],
      ["check.sh", "src/a.js"],
    ]);
    expect(rewritten).toHaveLength(2);
  });

  test("by its absolute path is named from where the test stands", () => {
    const { words, pinned } = read([join(home, "check.sh")], { cwd: join(home, "src"), root: home });
    expect([words, pinned]).toEqual([["../check.sh"], ["check.sh"]]);
  });

  test("outside of the tree is named absolutely, and said so if it was not", () => {
    const outside = join(folder, "outside.sh");
    expect(read(["../outside.sh"])).toMatchObject({ words: [outside], pinned: [], rewritten: [expect.any(String)] });
    expect(read([outside])).toEqual({ words: [outside], pinned: [], rewritten: [] });
  });

  test("where there is no tree is named absolutely", () => {
    const { words, pinned } = read(["./check.sh"], { root: undefined });
    expect([words, pinned]).toEqual([[join(home, "check.sh")], []]);
  });

  test("among the installed packages is in every tree anyway", () => {
    const words = ["node", "node_modules/x/cli.js"];
    expect(read(words)).toEqual({ words, pinned: [], rewritten: [] });
  });

  test("in what git keeps for itself is none of the tree's", () => {
    expect(read(["sh", ".git/hook"])).toMatchObject({ words: ["sh", join(home, ".git/hook")], pinned: [] });
  });
});

test("words that name no file stay as they are: a command, an option, a folder, what is missing", () => {
  const words = ["check.sh", "--all", "src", "missing.js"];
  expect(read(words)).toEqual({ words, pinned: [], rewritten: [] });
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
