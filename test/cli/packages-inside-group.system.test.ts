import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type Folder, newFolder } from "./culprit.ts";
import { commit, NpmProject, type Source, type Tree } from "./npm-project.ts";
import { patchedCopy } from "./patched-copy.ts";

/** A package that pins others, and uses them. */
const pinning = (dependencies: Record<string, string>): Source => ({
  files: { "index.js": `module.exports = ${uses(Object.keys(dependencies))};\n` },
  dependencies,
});
const uses = (names: readonly string[]) => `{ ${names.map((name) => `${name}: require("${name}")`).join(", ")} }`;
const value = (number: number): Source => ({ files: { "index.js": `module.exports = ${number};\n` } });

/** `web` pins all parts, so that by their ranges they can only move together; `query` brings the failure. */
const parts = ["cookie", "query", "send"];
const versions = [1, 2];
const sources = {
  ...Object.fromEntries(parts.flatMap((name) => versions.map((n) => [`${name}@${n}.0.0`, value(n)]))),
  ...Object.fromEntries(
    versions.map((n) => [`web@${n}.0.0`, pinning(Object.fromEntries(parts.map((name) => [name, `${n}.0.0`])))]),
  ),
  ...Object.fromEntries(versions.map((n) => [`other@${n}.0.0`, value(n)])),
};
const tree = (n: number) =>
  Object.fromEntries(["web", "other", ...parts].map((name) => [`node_modules/${name}`, `${name}@${n}.0.0`]));
const dependencies = { web: "*", other: "*" };

const check = 'if (require("web").query === 2) throw new Error("the query is wrong");\nrequire("other");\n';

const everything: Upgrade = { sources, trees: [tree(1), tree(2)], dependencies, check };

interface Upgrade {
  readonly sources: Readonly<Record<string, Source>>;
  readonly trees: readonly [old: Tree, now: Tree];
  readonly dependencies: Readonly<Record<string, string>>;
  readonly check: string;
}

/** Runs culprit on the upgrade of a project whose packages come from a registry. */
async function culpritOn({ sources, trees, dependencies, check }: Upgrade, folder: Folder, ...words: string[]) {
  const project = new NpmProject(folder, sources);
  const registry = await project.serve();
  try {
    folder.write(".gitignore", "node_modules\n.npm-cache\n");
    folder.write("check.js", check);
    project.lock(trees[0], dependencies);
    commit(folder, "as it was");
    project.lock(trees[1], dependencies);
    const { code, stderr, json } = await folder.culprit(
      "packages",
      "HEAD",
      ...words,
      "--json",
      "--",
      "node",
      "check.js",
    );
    expect(code, stderr).toBe(0);
    return json;
  } finally {
    registry.close();
    registry.closeAllConnections();
  }
}

const query = "query 1.0.0 → 2.0.0, brought by web 2.0.0 (app › web › query)";

describe("among packages that can only move together by their ranges", () => {
  test("names the one that makes the difference and what brings it; the remedy was tried", async () => {
    const folder = newFolder();
    const json = await culpritOn(everything, folder);
    expect(json).toMatchObject({
      deltas: { total: 5, cause: 1 },
      minimal: true,
      cause: [{ text: query, package: "query", broughtBy: ["web 2.0.0"] }],
      remedy: { overrides: { query: "1.0.0" } },
      notes: [
        "With all other upgrades of the working tree the test passes.",
        'Remedy: "overrides": { "query": "1.0.0" } in package.json. After npm install with it, the test passed.',
        "--deeper looks inside query and names the lines.",
      ],
    });
    const { stdout } = await folder.culprit("show", "last");
    expect(stdout).toContain("Fails with query 2.0.0, passes with query 1.0.0.");
    expect(stdout).toContain("1 of 5 packages;");
  });

  test("--keep-good holds back only that one, and npm ci installs the lockfile", async () => {
    const folder = newFolder();
    const json = await culpritOn(everything, folder, "--keep-good");
    expect(json.heldBack!.map(({ text }) => text)).toEqual([query]);
    expect(json.notes!.slice(0, 3)).toEqual([
      "4 of the 5 upgrades pass together, installed by npm ci; held back: query 1.0.0 → 2.0.0.",
      "With query 1.0.0 → 2.0.0 as well, the test does not pass.",
      'For that lockfile package.json must have "overrides": { "query": "1.0.0" }.',
    ]);
    const copy = patchedCopy(folder, "package-lock.good.patch");
    expect(JSON.parse(copy.read("package.json")).overrides).toEqual({ query: "1.0.0" });
    execFileSync("npm", ["ci", "--offline", "--silent"], { cwd: copy.path });
    execFileSync("node", ["check.js"], { cwd: copy.path });
  });
});

describe("a package that gives up its own copy for the one that others use", () => {
  const shared = { "node_modules/query": "query@2.0.0", "node_modules/table": "table@1.0.0" };
  const handingOn = (n: number): Source => ({
    files: { "index.js": 'module.exports = require("query");\n' },
    dependencies: { query: `${n}.0.0` },
  });
  const upgrade: Upgrade = {
    sources: {
      ...{ "query@1.0.0": value(1), "query@2.0.0": value(2) },
      ...{ "web@1.0.0": handingOn(1), "web@2.0.0": handingOn(2), "table@1.0.0": handingOn(2) },
    },
    trees: [
      { ...shared, "node_modules/web": "web@1.0.0", "node_modules/web/node_modules/query": "query@1.0.0" },
      { ...shared, "node_modules/web": "web@2.0.0" },
    ],
    dependencies: { web: "*", table: "*" },
    check: 'if (require("web") === 2) throw new Error("the query is wrong");\nrequire("table");\n',
  };
  const text = "query 1.0.0 → 2.0.0, brought by web 2.0.0 (app › web › query)";

  test("is what brings another version; the remedy and the lines are for that package alone", async () => {
    const folder = newFolder();
    const json = await culpritOn(upgrade, folder, "--deeper");
    expect(json).toMatchObject({
      deltas: { total: 2, cause: 1 },
      cause: [{ text, package: "query", old: "1.0.0", new: "2.0.0", broughtBy: ["web 2.0.0"] }],
      remedy: { overrides: { web: { query: "1.0.0" } } },
      deeper: {
        packages: ["query"],
        minimal: true,
        cause: [{ file: "node_modules/web/node_modules/query/index.js", old: "module.exports = 1;\n" }],
      },
      patches: [{ name: "cause", base: "query 1.0.0", effect: "fails" }],
    });
    const { stdout } = await folder.culprit("show", "last");
    expect(stdout).toContain("Fails with query 2.0.0, passes with query 1.0.0.");
  });

  test("--keep-good keeps the package itself", async () => {
    const json = await culpritOn(upgrade, newFolder(), "--keep-good");
    expect(json.heldBack!.map((each) => each.text)).toEqual([text]);
    expect(json.notes).toContain(
      'For that lockfile package.json must have "overrides": { "web": { "query": "1.0.0" } }.',
    );
  });
});

test("--keep-good holds back what belongs together if npm refuses more", async () => {
  const folder = newFolder();
  const project = new NpmProject(folder, sources);
  folder.write("check.js", check);
  for (const n of versions) folder.write(`${n}.json`, project.lockfile(tree(n), dependencies));
  const npm = execFileSync("which", ["npm"], { encoding: "utf8" }).trim();
  const refusing = `#!/bin/sh\ngrep -q '"overrides": {$' package.json && exit 1\nexec ${npm} "$@"\n`;
  mkdirSync(join(folder.path, "bin"));
  folder.write("bin/npm", refusing, 0o755);
  const words = ["packages", "1.json", "2.json", "--keep-good", "--json", "--", "node", "check.js"];
  const env = { PATH: `${join(folder.path, "bin")}:${process.env.PATH}` };
  const { json } = await folder.start(words, env).ended;
  expect(json.heldBack!.map(({ package: name }) => name)).toEqual(["web", ...parts]);
  expect(json.notes!.slice(0, 3)).toEqual([
    expect.stringMatching(/^1 of the 5 upgrades passes, installed by npm ci; held back: web 1.0.0 → 2.0.0, /),
    "Package by package 4 upgrades pass, but npm ci does not install them together.",
    "No other group of packages that need each other can be added.",
  ]);
});

test("packages that really work only together are named together, which is said", async () => {
  const folder = newFolder();
  const checking = (n: number): Source => ({
    files: { "index.js": `if (require("half") !== ${n}) throw new TypeError("no match"); module.exports = ${n};\n` },
    dependencies: { half: `${n}.0.0` },
  });
  const project = new NpmProject(folder, {
    ...{ "whole@1.0.0": checking(1), "whole@2.0.0": checking(2), "half@1.0.0": value(1), "half@2.0.0": value(2) },
    ...{ "other@1.0.0": value(1), "other@2.0.0": value(2) },
  });
  const both = { whole: "*", other: "*" };
  const tree = (n: number) =>
    Object.fromEntries(["whole", "half", "other"].map((name) => [`node_modules/${name}`, `${name}@${n}.0.0`]));
  folder.write("old.json", project.lockfile(tree(1), both));
  folder.write("new.json", project.lockfile(tree(2), both));
  const program = 'if (require("whole") + require("other") > 2) process.exit(require("whole") === 2 ? 3 : 0)';
  const { json } = await folder.culprit("packages", "old.json", "new.json", "--json", "--", "node", "-e", program);
  expect(json.deltas).toEqual({ total: 3, cause: 2 });
  expect(json.cause.map(({ package: name }) => name).sort()).toEqual(["half", "whole"]);
  expect(json.notes).toContainEqual(
    expect.stringMatching(
      /^(?:whole|half) 1.0.0 → 2.0.0 and (?:whole|half) 1.0.0 → 2.0.0 were also tried one by one, whatever versions they ask for: none/,
    ),
  );
  const { stdout } = await folder.culprit("show", "last");
  expect(stdout).toMatch(/Fails with (?:whole|half) 2.0.0 and (?:whole|half) 2.0.0\./);
  expect(stdout).toContain("2 of 3 packages;");
});
