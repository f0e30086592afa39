import { mkdirSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, test } from "vitest";
import { packages } from "../../../src/causes/packages/application.ts";
import { freeGoodPaths, readGoodPaths } from "../../../src/causes/packages/good-paths.ts";
import { projectTree } from "../../../src/causes/packages/read-sides.ts";
import { testInProject } from "../../../src/causes/packages/test-in-project.ts";
import { temporaryFolder } from "../../temporary-folder.ts";
import { madeVersion } from "../../versions/made-version.ts";
import { madeWords } from "../made-words.ts";

const cwd = temporaryFolder("packages");

test.each([
  [[], {}, "With which packages does it pass? culprit packages OLD [NEW]"],
  [["a", "b", "c", "d"], {}, "Expected two lockfiles, but there is also c d."],
  [["a"], { test: ["./none.sh"] }, `There is no file ./none.sh in ${cwd} to run as the test.`],
  [["a"], { test: [""] }, "The test starts with an empty word"],
  [["a"], { build: "" }, "--build needs a command."],
])("lockfiles %j with %j are refused", (lockfiles, options, message) => {
  expect(() => packages.readRequest(madeWords(lockfiles, options), cwd)).toThrow(message);
});

test("the lockfile of --keep-good and its patch get the first name that neither has yet", () => {
  const folder = temporaryFolder("good");
  for (const [name, written] of [
    ["good", "json"],
    ["good-2", "patch"],
    ["good-3", "json"],
  ] as const) {
    const [lockfile, patch] = ["json", "patch"].map((end) => join(folder, `package-lock.${name}.${end}`));
    expect(freeGoodPaths(folder, "package-lock.json")).toEqual({ lockfile, patch });
    writeFileSync(join(folder, `package-lock.${name}.${written}`), "");
  }
});

test("the lockfile of --output may be overwritten, its patch is numbered", () => {
  const folder = temporaryFolder("output");
  const paths = (output: string) => {
    const own = { folder, name: "package-lock.json", test: ["true"], cwd: folder };
    const { lockfile, patch } = readGoodPaths(madeWords([], { output, "keep-good": true }), own)!;
    return [basename(lockfile), basename(patch)];
  };
  writeFileSync(join(folder, "kept.json"), "");
  expect(paths("kept.json")).toEqual(["kept.json", "kept.patch"]);
  writeFileSync(join(folder, "kept.patch"), "");
  expect(paths("kept.json")).toEqual(["kept.json", "kept-2.patch"]);
  expect(paths("other.patch")).toEqual(["other.patch", "other-2.patch"]);
});

test("--markdown keeps what is good, too", () => {
  const own = { folder: cwd, name: "yarn.lock", test: ["true"], cwd };
  expect(readGoodPaths(madeWords([], { markdown: true }), own)).toEqual({
    ...{ lockfile: join(cwd, "yarn.good.lock"), patch: join(cwd, "yarn.good.patch") },
  });
  expect(readGoodPaths(madeWords([], {}), own)).toBeUndefined();
});

test("what --keep-good writes is in no candidate, so that a run that goes on finds the project as it was", () => {
  const home = temporaryFolder("results");
  const good = { lockfile: join(home, "app/good.json"), patch: join(home, "app/good.patch") };
  const project = { version: madeVersion({}), inside: "app", home };
  expect(projectTree(project, { test: ["true"], cwd: home, good }).placed).toEqual([
    { path: "app/good.json", item: undefined },
    { path: "app/good.patch", item: undefined },
  ]);
});

describe("the words of a test in a copy of the project", () => {
  const home = temporaryFolder("project");
  const outside = join(temporaryFolder("outside"), "run.sh");
  mkdirSync(join(home, "app/node_modules/.bin"), { recursive: true });
  for (const file of ["top.js", "app/check.js", "app/node_modules/.bin/tap"]) writeFileSync(join(home, file), "");
  writeFileSync(outside, "");
  const inProject = (...test: string[]) => testInProject(test, join(home, "app"), home);

  test("that name its files keep the user's copy, and name it from where the test runs", () => {
    expect(inProject("node", "check.js", join(home, "top.js"), "none.js")).toEqual({
      words: ["node", "check.js", "../top.js", "none.js"],
      own: ["app/check.js", "top.js"],
      notes: [],
    });
  });

  test("that name a program of an installed package mean the candidate's", () => {
    const words = ["node_modules/.bin/tap"];
    expect(inProject(...words)).toEqual({ words, own: [], notes: [] });
    expect(inProject(join(home, "app", words[0]!))).toEqual({ words, own: [], notes: [] });
  });

  test("that name other files become absolute paths, and the user is told", () => {
    const word = `../../${outside.split("/").slice(-2).join("/")}`;
    expect(inProject(word)).toEqual({ words: [outside], own: [], notes: [`In the test, ${word} → ${outside}`] });
    expect(inProject(outside)).toEqual({ words: [outside], own: [], notes: [] });
    expect(testInProject(["node", "check.js"], join(home, "app"), undefined).words).toEqual([
      "node",
      join(home, "app/check.js"),
    ]);
  });
});
