import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { until } from "../until.ts";
import { contents, type Folder, newFolder } from "./culprit.ts";
import { commit, NpmProject, type Source } from "./npm-project.ts";
import { changedFiles, patchedCopy } from "./patched-copy.ts";

const padding = (body: string): Source => ({ files: { "index.js": `module.exports = (text) => ${body};\n` } });
const plain = (dependencies: Record<string, string> = {}): Source => ({
  files: { "index.js": "module.exports = 1;\n" },
  dependencies,
});
const table: Source = {
  files: { "index.js": 'const pad = require("leftpad");\nmodule.exports = (text) => pad(text) + "|";\n' },
  dependencies: { leftpad: "^1.1.0" },
};

const sources = {
  "leftpad@1.1.2": padding('text.padStart(4, " ")'),
  "leftpad@1.2.0": padding("text.trim().slice(0, -1)"),
  "table@2.0.0": table,
  "table@2.1.0": table,
  "colour@1.0.0": plain(),
  "colour@1.0.1": plain(),
  "dates@3.0.0": plain({ colour: "^1.0.0" }),
  "dates@3.1.0": plain({ colour: "^1.0.0" }),
  "@ui/core@1.0.0": plain(),
  "@ui/core@2.0.0": plain(),
};
const dependencies = { table: "^2.0.0", colour: "^1.0.0", dates: "^3.0.0", "@ui/core": "*" };
const tree = (leftpad: string, table: string, colour: string, dates: string, core: string) => ({
  "node_modules/@ui/core": `@ui/core@${core}`,
  "node_modules/colour": `colour@${colour}`,
  "node_modules/dates": `dates@${dates}`,
  "node_modules/leftpad": `leftpad@${leftpad}`,
  "node_modules/table": `table@${table}`,
});

const check = `
for (const each of ["@ui/core", "colour", "dates"]) require(each);
const row = require("table")("ab");
if (row !== "  ab|") { console.error("Error: the row is " + JSON.stringify(row)); process.exit(3); }
`;

const [good, bad] = [
  tree("1.1.2", "2.0.0", "1.0.0", "3.0.0", "1.0.0"),
  tree("1.2.0", "2.1.0", "1.0.1", "3.1.0", "2.0.0"),
];

/** A project of which the last commit upgraded everything, and one upgrade is bad. */
function upgraded(): Folder {
  const folder = newFolder();
  const project = new NpmProject(folder, sources);
  folder.write("check.js", check);
  folder.write(".gitignore", "node_modules\n");
  project.lock(good, dependencies);
  commit(folder, "as it was");
  project.lock(bad, dependencies);
  commit(folder, "upgrade everything");
  return folder;
}

const culprit = async (folder: Folder, ...words: string[]) => {
  const ended = await folder.culprit("packages", ...words);
  expect(ended.code, ended.stderr).toBe(0);
  return ended;
};
const texts = (json: { cause: readonly { text?: string }[] }) => json.cause.map(({ text }) => text);
const leftpad = "leftpad 1.1.2 → 1.2.0 (app › table › leftpad)";

/** What the user has installed: it is looked at only to see that nobody touches it. */
function installByHand(folder: Folder): void {
  for (const name of ["leftpad", "table", "colour", "dates", "@ui/core"]) {
    mkdirSync(join(folder.path, "node_modules", name), { recursive: true });
    folder.write(`node_modules/${name}/index.js`, "// the user's\n");
  }
}

describe("isolating", () => {
  test("names the upgrade that makes the difference, and who requires it", async () => {
    const folder = upgraded();
    const before = contents(folder);
    const { json } = await culprit(folder, "HEAD~1", "--json", "--", "node", "check.js");
    expect(json).toMatchObject({
      kind: "packages",
      verdict: "found",
      by: "packages",
      deltas: { total: 5, cause: 1 },
      minimal: true,
      notes: [
        "With all other upgrades of the working tree the test passes.",
        // npm looks for the file of an override in the package that requires it.
        '"overrides": { "leftpad": "file:vendor/leftpad@1.1.2.tgz" } in package.json is not verified as a remedy: ' +
          "npm install cannot install the packages of the working tree (exit 254).",
        "--deeper looks inside leftpad and names the lines.",
      ],
    });
    expect(json.cause).toEqual([
      { text: leftpad, file: "node_modules/leftpad", package: "leftpad", old: "1.1.2", new: "1.2.0" },
    ]);
    const shown = await folder.culprit("show", "last");
    expect(shown.stdout).toContain("Fails with leftpad 1.2.0, passes with leftpad 1.1.2.");
    expect(shown.stdout).toContain(`\n  ${leftpad}\n`);
    const html = await folder.culprit("show", "last", "--html", ".culprit/page.html");
    expect(html.code).toBe(0);
    expect(folder.read(".culprit/page.html")).toContain("leftpad 1.2.0");
    expect(contents(folder)).toEqual(before);
    expect(existsSync(join(folder.path, ".culprit", "runs", json.run, "packages"))).toBe(false);
  });

  test("between two lockfiles, of version 2 too, in a folder without git", async () => {
    const folder = newFolder();
    const project = new NpmProject(folder, sources);
    folder.write("check.js", check);
    folder.write("before.json", project.lockfile(good, dependencies, 2));
    folder.write("after.json", project.lockfile(bad, dependencies));
    const { json } = await culprit(
      folder,
      "before.json",
      "after.json",
      "--jobs",
      "1",
      "--json",
      "--",
      "node",
      "check.js",
    );
    expect(texts(json)).toEqual([leftpad]);
  });

  test("the test runs in a copy of the project, where the user stands in it, with the programs of packages", async () => {
    const folder = newFolder();
    const program = (version: string) => ({
      files: { "cli.js": `#!/usr/bin/env node\nconsole.log("${version}");\n` },
      bin: { tool: "cli.js" },
    });
    const project = new NpmProject(folder, { "tool@1.0.0": program("1.0.0"), "tool@1.1.0": program("1.1.0") });
    mkdirSync(join(folder.path, "sub"));
    const own = { path: join(folder.path, "sub") };
    folder.write("shared.txt", "1.0.0\n");
    folder.script(
      "sub/check.sh",
      '[ "$(../node_modules/.bin/tool)" = "$(cat ../shared.txt)" ] && [ ! -L ../node_modules/tool ]',
    );
    project.lock({ "node_modules/tool": "tool@1.0.0" }, { tool: "^1.0.0" });
    commit(folder, "as it was");
    project.lock({ "node_modules/tool": "tool@1.1.0" }, { tool: "^1.0.0" });
    const inside: Folder = Object.assign(Object.create(folder), own);
    const { json } = await culprit(inside, "HEAD", "--json", "--", "./check.sh");
    expect(texts(json)).toEqual(["tool 1.0.0 → 1.1.0 (app › tool)"]);
  });

  test("workspaces are linked, and what they require is found", async () => {
    const folder = newFolder();
    const project = new NpmProject(folder, sources);
    mkdirSync(join(folder.path, "parts", "page"), { recursive: true });
    folder.write("parts/page/package.json", '{"name": "page", "version": "1.0.0", "scripts": {"prepare": "exit 1"}}');
    folder.write("parts/page/cli.js", `#!/usr/bin/env node\n${check}`, 0o755);
    const workspace = { name: "page", version: "1.0.0", dependencies, bin: { page: "cli.js" } };
    const lock = (tree: Record<string, string>) => {
      const lockfile = JSON.parse(project.lockfile(tree, {}));
      lockfile.packages[""].workspaces = ["parts/*"];
      lockfile.packages["parts/page"] = workspace;
      lockfile.packages["node_modules/page"] = { resolved: "parts/page", link: true };
      folder.write("package-lock.json", JSON.stringify(lockfile));
    };
    lock(good);
    commit(folder, "as it was");
    lock(bad);
    const { json } = await culprit(folder, "HEAD", "--json", "--", "node_modules/.bin/page");
    expect(texts(json)).toEqual(["leftpad 1.1.2 → 1.2.0 (app › page › table › leftpad)"]);
  });

  test("scripts that packages run when they are installed have been run, those of the project have not", async () => {
    const folder = newFolder();
    const made = (body: string): Source => ({
      files: { "make.js": `require("fs").writeFileSync("index.js", ${JSON.stringify(body)});` },
      scripts: { postinstall: "node make.js" },
    });
    const project = new NpmProject(folder, {
      "made@1.0.0": made("module.exports = 1;"),
      "made@1.1.0": made("module.exports = 2;"),
      "other@1.0.0": plain(),
      "other@1.1.0": plain(),
    });
    const lock = (made: string, other: string) =>
      project.lock({ "node_modules/made": made, "node_modules/other": other }, { made: "^1.0.0", other: "^1.0.0" });
    lock("made@1.0.0", "other@1.0.0");
    const about = JSON.parse(folder.read("package.json"));
    const scripts = { prepare: "touch prepared && exit 1" };
    folder.write("package.json", JSON.stringify({ ...about, scripts, allowScripts: { made: true } }));
    commit(folder, "as it was");
    folder.write(
      "package-lock.json",
      project.lockfile({ "node_modules/made": "made@1.1.0", "node_modules/other": "other@1.1.0" }, about.dependencies),
    );
    const { json } = await culprit(folder, "HEAD", "--json", "--", "node", "-e", 'process.exit(require("made") - 1)');
    expect(texts(json)).toEqual(["made 1.0.0 → 1.1.0 (app › made)"]);
  });
});

describe("packages that need each other", () => {
  const requiring = (name: string, more: Partial<Source> = {}): Source => ({
    files: { "index.js": `module.exports = require("${name}");\n` },
    dependencies: { [name]: "*" },
    ...more,
  });

  test("an addition comes with what requires it, and a removal goes with that", async () => {
    const folder = newFolder();
    const project = new NpmProject(folder, {
      "a@1.0.0": requiring("old-part", { dependencies: { "old-part": "^1.0.0" } }),
      "a@2.0.0": requiring("new-part", { dependencies: { "new-part": "^1.0.0" } }),
      "old-part@1.0.0": plain(),
      "new-part@1.0.0": { files: { "index.js": "module.exports = 2;\n" } },
      "b@1.0.0": plain(),
      "b@1.1.0": plain(),
    });
    const both = { a: "*", b: "*" };
    project.lock(
      { "node_modules/a": "a@1.0.0", "node_modules/b": "b@1.0.0", "node_modules/old-part": "old-part@1.0.0" },
      both,
    );
    commit(folder, "as it was");
    project.lock(
      { "node_modules/a": "a@2.0.0", "node_modules/b": "b@1.1.0", "node_modules/new-part": "new-part@1.0.0" },
      both,
    );
    const { json } = await culprit(
      folder,
      "HEAD",
      "--json",
      "--",
      "node",
      "-e",
      'process.exit(require("a") === 1 ? 0 : 4)',
    );
    expect(texts(json).sort()).toEqual([
      "a 1.0.0 → 2.0.0 (app › a)",
      "new-part 1.0.0 added, brought by a 2.0.0 (app › a › new-part)",
    ]);
    expect(json.cause.filter(({ context }) => !context)).toHaveLength(1);
    // Those that cannot be installed were not tested.
    expect(json.tests.unresolved).toBe(0);
  });

  test("a removal by itself is found", async () => {
    const folder = newFolder();
    const project = new NpmProject(folder, { "a@1.0.0": plain(), "b@1.0.0": plain(), "b@1.1.0": plain() });
    project.lock({ "node_modules/a": "a@1.0.0", "node_modules/b": "b@1.0.0" }, { a: "*", b: "*" });
    commit(folder, "as it was");
    project.lock({ "node_modules/b": "b@1.1.0" }, { b: "*" });
    const { json } = await culprit(folder, "HEAD", "--json", "--", "node", "-e", 'require("a"); require("b")');
    expect(json.cause).toEqual([
      { text: "a 1.0.0 removed (app › a)", file: "node_modules/a", package: "a", old: "1.0.0" },
    ]);
    expect((await folder.culprit("show", "last")).stdout).toContain("Fails without a 1.0.0, passes with it.");
  });

  test("peers that need not move together are told apart, and a copy that one package has for itself comes with what makes it necessary", async () => {
    const folder = newFolder();
    const core = (value: number): Source => ({ files: { "index.js": `module.exports = ${value};\n` } });
    const plugin = (range: string): Source =>
      requiring("core", { dependencies: {}, peerDependencies: { core: range } });
    const project = new NpmProject(folder, {
      "core@1.0.0": core(1),
      "core@2.0.0": core(2),
      "plugin@1.0.0": plugin("^1.0.0"),
      "plugin@2.0.0": plugin("^2.0.0"),
      "user@1.0.0": requiring("core", { dependencies: { core: "^1.0.0" } }),
      "b@1.0.0": plain(),
      "b@1.1.0": plain(),
    });
    const all = { core: "*", plugin: "*", user: "*", b: "*" };
    const common = { "node_modules/user": "user@1.0.0" };
    project.lock(
      {
        ...common,
        "node_modules/b": "b@1.0.0",
        "node_modules/core": "core@1.0.0",
        "node_modules/plugin": "plugin@1.0.0",
      },
      all,
    );
    commit(folder, "as it was");
    const inside = { "node_modules/user/node_modules/core": "core@1.0.0" };
    project.lock(
      {
        ...common,
        ...inside,
        "node_modules/b": "b@1.1.0",
        "node_modules/core": "core@2.0.0",
        "node_modules/plugin": "plugin@2.0.0",
      },
      all,
    );
    const program = 'if (require("user") !== 1) process.exit(5); process.exit(require("plugin") === 1 ? 0 : 4)';
    const { json } = await culprit(folder, "HEAD", "--json", "--", "node", "-e", program);
    expect(json.deltas).toEqual({ total: 4, cause: 2 });
    expect(json.cause.map(({ file, context }) => [file, context])).toEqual([
      ["node_modules/core", undefined],
      ["node_modules/user/node_modules/core", true],
    ]);
    const shown = (await folder.culprit("show", "last")).stdout;
    expect(shown).toContain("Fails with core 2.0.0, passes with core 1.0.0.");
    expect(shown).toContain("core 1.0.0 → 2.0.0, brought by plugin 2.0.0 (app › core)");
  });
});

describe("--keep-good", () => {
  test("writes a lockfile with all upgrades but those that break, which npm installs; each of these is a cause, with its lines", async () => {
    const folder = newFolder();
    const value = (number: number): Source => ({ files: { "index.js": `module.exports = ${number};\n` } });
    const names = ["a", "b", "c", "d"];
    const project = new NpmProject(
      folder,
      Object.fromEntries(names.flatMap((name) => [1, 2].map((number) => [`${name}@${number}.0.0`, value(number)]))),
    );
    const lock = (number: number) =>
      project.lock(
        Object.fromEntries(names.map((name) => [`node_modules/${name}`, `${name}@${number}.0.0`])),
        Object.fromEntries(names.map((name) => [name, `^${number}.0.0`])),
      );
    lock(1);
    commit(folder, "as it was");
    lock(2);
    const manifest = folder.read("package.json").replace('"1.0.0",', '"1.0.0", "files": ["a", "b"],');
    folder.write("package.json", manifest.replaceAll("  ", "    "));
    folder.write("check.js", 'process.exit(require("b") === 1 && require("d") === 1 ? 0 : 4);\n');
    commit(folder, "upgrade everything");
    const { json } = await culprit(folder, "HEAD~1", "--keep-good", "--deeper", "--json", "--", "node", "check.js");
    expect(json.deltas).toEqual({ total: 4, cause: 1 });
    expect(json.heldBack!.map(({ text }) => text)).toEqual(["b 1.0.0 → 2.0.0 (app › b)", "d 1.0.0 → 2.0.0 (app › d)"]);
    expect(json.causes.map(([cause]) => cause!.package)).toEqual(["d"]);
    expect([json.deeper!, ...json.furtherDeeper!].map(({ packages, cause }) => [packages, cause[0]!.file])).toEqual([
      [["b"], "node_modules/b/index.js"],
      [["d"], "node_modules/d/index.js"],
    ]);
    const [good, goodPatch] = ["json", "patch"].map((end) => join(folder.path, `package-lock.good.${end}`));
    expect(json.files).toMatchObject({ good, goodPatch });
    expect(json.patches!.map(({ name, base, effect }) => [name, base, effect])).toEqual([
      ["goodPatch", "NEW (the working tree)", "passes"],
      ["cause", "b 1.0.0", "fails"],
      ["fix", "b 2.0.0 with the upgrades that are kept", "passes"],
      ["cause", "d 1.0.0 with the upgrades that are kept", "fails"],
      ["fix", "d 2.0.0 with the upgrades that are kept", "passes"],
    ]);
    const shown = (await folder.culprit("show", "last")).stdout;
    expect(shown).toContain("  package-lock.good.patch  applies to NEW (the working tree): with it the test passes");
    expect(shown).toContain(
      "output/cause-2.patch  applies to d 1.0.0 with the upgrades that are kept: with it the test fails",
    );
    expect(shown).toContain("Cause 2: d 2.0.0");
    const markdown = (await folder.culprit("show", "last", "--reporter", "markdown")).stdout;
    expect(markdown.match(/^- `[bd]` 1\.0\.0 → 2\.0\.0|^@@ .* @@$|^To keep .*/gm)).toEqual([
      "- `b` 1.0.0 → 2.0.0",
      "@@ node_modules/b/index.js:1 @@",
      "- `d` 1.0.0 → 2.0.0",
      "@@ node_modules/d/index.js:1 @@",
      "To keep the other upgrades: `git apply package-lock.good.patch`",
    ]);
    expect(json.notes).toEqual([
      "2 of the 4 upgrades pass together, installed by npm ci; held back: b 1.0.0 → 2.0.0 and d 1.0.0 → 2.0.0.",
      "Each of these was tried with all that are kept: none can be added.",
      'For that lockfile package.json must have "b": "^1.0.0" and "d": "^1.0.0".',
    ]);
    expect((await folder.culprit("runs")).stdout).toMatch(/ packages +found/);
    expect(json.assumptions.filter(({ assumption }) => assumption === "consistent")).toEqual([]);
    const { packages } = JSON.parse(folder.read("package-lock.good.json"));
    const installed = Object.entries<{ version: string }>(packages).map(([path, { version }]) => `${path} ${version}`);
    expect(installed.slice(1).join(", ")).toBe(
      "node_modules/a 2.0.0, node_modules/b 1.0.0, node_modules/c 2.0.0, node_modules/d 1.0.0",
    );
    const copy = patchedCopy(folder, "package-lock.good.patch");
    expect(changedFiles(copy)).toEqual(["package-lock.json", "package.json"]);
    // Only the two ranges are others.
    expect(copy.read("package.json").split("\n")).toHaveLength(manifest.split("\n").length);
    execFileSync("npm", ["ci", "--offline", "--silent"], { cwd: copy.path });
    execFileSync("node", ["check.js"], { cwd: copy.path });
  });
});

test("--deeper ends if mixtures of the two versions cannot run, and the upgrade is still found", async () => {
  const folder = newFolder();
  const lines = [
    'const parts = Array.from({ length: 100 }, (_, i) => require("./parts/" + i + ".js"));',
    'if (new Set(parts).size > 1) throw new TypeError("the parts do not fit");',
    'module.exports = (text) => (parts[0] === 1 ? text.padStart(4, " ") : text.trim());',
  ];
  const parts = (version: number) =>
    Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`parts/${i}.js`, `module.exports = ${version};\n`]));
  const source = (version: number): Source => ({ files: { "index.js": `${lines.join("\n")}\n`, ...parts(version) } });
  const project = new NpmProject(folder, {
    ...sources,
    ...{ "leftpad@1.1.2": source(1), "leftpad@1.2.0": source(2) },
  });
  folder.write("check.js", check);
  folder.write("before.json", project.lockfile(good, dependencies));
  folder.write("after.json", project.lockfile(bad, dependencies));
  const { json } = await culprit(folder, "before.json", "after.json", "--deeper", "--json", "--", "node", "check.js");
  expect(json).toMatchObject({ verdict: "found", minimal: true });
  expect(texts(json)).toEqual([leftpad]);
  expect(json.deeper).toBe(undefined);
  expect(json.notes).toContain(
    "No lines of leftpad could be singled out: 60 mixtures of the two versions in a row neither passed nor failed in the same way.",
  );
});

test("between two folders, from elsewhere; --deeper names the lines of the package, and what they need", async () => {
  const folder = newFolder();
  const [before, after] = [
    ["const width = 4;", 'module.exports = (text) => text.padStart(width, " ");'],
    [
      ...["// Faster.", "const width = 4;", "const cut = (text) => text.slice(1);"],
      ...["module.exports = (text) => cut(text);", "module.exports.width = width;"],
    ],
  ].map((lines) => `${lines.join("\n")}\n`) as [string, string];
  const changed = {
    ...sources,
    "leftpad@1.1.2": { files: { "index.js": before, "old.md": "old\n" } },
    "leftpad@1.2.0": { files: { "index.js": after, "lib/more.js": "module.exports = 1;\n" } },
  };
  for (const [name, installed] of Object.entries({ old: good, new: bad })) {
    mkdirSync(join(folder.path, name));
    const inside: Folder = Object.assign(Object.create(folder), { path: join(folder.path, name) });
    new NpmProject(inside, changed).lock(installed, dependencies);
    inside.write("check.js", check);
  }
  const { json } = await culprit(folder, "old", "new", "--deeper", "--json", "--", "node", "check.js");
  expect(texts(json)).toEqual([leftpad]);
  const { deltas, ...inside } = json.deeper!;
  expect(inside).toEqual({
    packages: ["leftpad"],
    minimal: true,
    cause: [
      {
        file: "node_modules/leftpad/index.js",
        line: 4,
        old: 'module.exports = (text) => text.padStart(width, " ");\n',
        new: expect.stringContaining("cut(text);\n"),
        text: expect.stringContaining("cut(text);\n"),
      },
      { file: "node_modules/leftpad/index.js", line: 3, text: "const cut = (text) => text.slice(1);\n", context: true },
    ],
  });
  expect(deltas.cause).toBe(2);
  const [cause, fix] = ["cause", "fix"].map((name) =>
    join(folder.path, ".culprit/runs", json.run, `output/${name}.patch`),
  );
  expect(json.files).toEqual({ cause, fix });
  expect(json.patches).toEqual([
    { name: "cause", file: cause, base: "leftpad 1.1.2", effect: "fails" },
    { name: "fix", file: fix, base: "leftpad 1.2.0", effect: "passes" },
  ]);
  for (const [name, patch, status] of [
    ["old", cause!, 3],
    ["new", fix!, 0],
  ] as const) {
    const cwd = join(folder.path, name);
    execFileSync("npm", ["ci", "--offline", "--silent"], { cwd });
    execFileSync("git", ["apply", patch], { cwd });
    expect(spawnSync("node", ["check.js"], { cwd }).status).toBe(status);
  }
  const shown = (await folder.culprit("show", "last")).stdout;
  expect(shown).toContain("    + const cut = (text) => text.slice(1);");
  expect(shown).toContain("changes in leftpad; confirmed, and proved minimal.");
});

test("culprit changes says where lockfiles differ", async () => {
  const folder = upgraded();
  folder.script("check.sh", "[ ! -e added.txt ]");
  folder.write("added.txt", "");
  const { stderr, json } = await folder.culprit("changes", "HEAD~1", "--no-history", "--json", "--", "./check.sh");
  expect(json.cause.map(({ file }) => file)).toEqual(["added.txt"]);
  expect(stderr).toContain("package-lock.json differs, and there is no node_modules beside it: culprit packages");
});

describe("nothing of the user's is touched, and nothing stays", () => {
  test("a test that writes into installed packages reaches neither the store nor the user's files", async () => {
    const folder = upgraded();
    installByHand(folder);
    const before = contents(folder);
    folder.script(
      "dirty.sh",
      [
        "grep -q spoiled node_modules/*/index.js node_modules/@ui/core/index.js && exit 9",
        "[ -e node_modules/.cache ] && exit 9",
        "node check.js; status=$?",
        "for file in node_modules/*/index.js node_modules/@ui/core/index.js; do echo '// spoiled' >> $file; done",
        "mkdir node_modules/.cache node_modules/added; rm -r node_modules/dates; rm check.js",
        "exit $status",
      ].join("\n"),
    );
    const { json } = await culprit(folder, "HEAD~1", "--json", "--", "./dirty.sh");
    expect(texts(json)).toEqual([leftpad]);
    expect(json).toMatchObject({ minimal: true, tests: { unresolved: 0 } });
    rmSync(join(folder.path, "dirty.sh"));
    expect(contents(folder)).toEqual(before);
  });

  test("a test that puts a link in the place of the packages does not lead us to the user's", async () => {
    const folder = upgraded();
    installByHand(folder);
    const before = contents(folder);
    const link = 'node check.js; status=$?; rm -rf node_modules; ln -s "$CULPRIT_CWD/node_modules" .; exit $status';
    const { json } = await culprit(folder, "HEAD~1", "--json", "--jobs", "1", "--", "sh", "-c", link);
    expect(texts(json)).toEqual([leftpad]);
    expect(contents(folder)).toEqual(before);
  });

  test("what is interrupted leaves nothing behind but its record, and goes on", async () => {
    const folder = upgraded();
    const own = join(folder.path, ".culprit");
    mkdirSync(own);
    const words = ["packages", "HEAD~1", "--jobs", "1", "--keep-good", "--", "sh", "-c", "sleep 0.2; node check.js"];
    const started = folder.start(words, { TMPDIR: own });
    await folder.hasLearned(3);
    started.kill("SIGINT");
    const { code, stdout } = await started.ended;
    expect(code).toBe(130);
    expect(stdout).toContain("culprit resume");
    // With Node 24, npm itself keeps its compiled code in the temporary folder.
    const left = readdirSync(own).filter((name) => name !== "node-compile-cache");
    expect(left.sort()).toEqual([".gitignore", "runs"]);
    const [run] = readdirSync(join(own, "runs"));
    expect(readdirSync(join(own, "runs", run!)).sort()).toEqual([
      "journal.jsonl",
      "output",
      "run.json",
      "sizes.json",
      "steps.jsonl",
      "story.json",
    ]);
    const resumed = await folder.culprit("resume", "last", "--json");
    expect(texts(resumed.json)).toEqual([leftpad]);
    expect(folder.read("package-lock.good.json")).toContain("leftpad@1.1.2");
  });

  test("an installation uses tokens where they are, and ends with all that it has started", async () => {
    const folder = newFolder();
    const slow = { files: {}, scripts: { postinstall: `sleep 3141.${process.pid}` } };
    const project = new NpmProject(folder, { "slow@1.0.0": slow, "slow@1.1.0": slow });
    folder.write(".npmrc", "dangerously-allow-all-scripts=true\n//registry.example.org/:_authToken=a-token-of-mine\n");
    folder.write("old.json", project.lockfile({ "node_modules/slow": "slow@1.0.0" }, { slow: "*" }));
    folder.write("new.json", project.lockfile({ "node_modules/slow": "slow@1.1.0" }, { slow: "*" }));
    const isAsleep = () =>
      execFileSync("ps", ["-eo", "args"], { encoding: "utf8" }).includes(`sleep 3141.${process.pid}`);
    const started = folder.start(["packages", "old.json", "new.json", "--", "true"]);
    await until(isAsleep);
    // Whatever a kill leaves behind now, there is no token in it.
    expect(spawnSync("grep", ["-r", "a-token-of-mine", ".culprit"], { cwd: folder.path }).status).toBe(1);
    started.kill("SIGINT");
    expect((await started.ended).code).toBe(130);
    await until(() => !isAsleep());
  });
});

describe("what cannot be done is said", () => {
  const refused = async (folder: Folder, ...words: string[]) => {
    const { code, stderr, stdout } = await folder.culprit("packages", ...words);
    return { code, said: stderr + stdout };
  };

  test("wrong usage, before anything is installed", async () => {
    const folder = upgraded();
    const check = async (words: string[], message: string) => {
      const { code, said } = await refused(folder, ...words);
      expect(said).toContain(message);
      expect(code).toBe(2);
    };
    await check([], "With which packages does it pass?");
    await check(["HEAD~1"], "culprit packages 'HEAD~1' -- npm test");
    await check(
      ["nothing", "--", "true"],
      "nothing is neither a lockfile nor a folder, nor a revision of the repository here.",
    );
    await check(["HEAD", "--", "node", "check.js"], "install the same packages");
    await check(["HEAD~1", "--", "./none.sh"], "There is no file ./none.sh");
    await check(["HEAD~1", "--markdown", "--json", "--", "true"], "--markdown and --json exclude each other");
    await check(["HEAD~1", "--output", "x.json", "--", "true"], "--output is for the lockfile that --keep-good writes");
    await check(
      ["HEAD~1", "--keep-good", "--output", "package-lock.json", "--", "true"],
      "package-lock.json is the input itself, which is never changed",
    );
    folder.write("yarn.lock", "# yarn lockfile v1\n");
    await check(["yarn.lock", "--", "true"], "yarn.lock and the working tree install the same packages");
    folder.write("bun.lockb", "\0");
    await check(["bun.lockb", "--", "true"], "bun.lockb of bun.lockb is binary: write it as text");
    rmSync(join(folder.path, "bun.lockb"));
    await check(["check.js", "--", "true"], "check.js is not a package-lock.json: it is not valid JSON.");
    folder.write("one.json", '{"lockfileVersion": 1, "dependencies": {}}');
    await check(["one.json", "--", "true"], "a lockfile of version 1");
    folder.write("evil.json", '{"lockfileVersion": 3, "packages": {"node_modules/../../../x": {}}}');
    await check(["evil.json", "--", "true"], "outside the project");
    rmSync(join(folder.path, "package-lock.json"));
    await check(
      ["HEAD~1", "--", "true"],
      "yarn.lock of the working tree: that is a lockfile of yarn, not npm's package-lock.json.",
    );
    rmSync(join(folder.path, "yarn.lock"));
    await check(["HEAD~1", "--", "true"], "There is no package-lock.json in the working tree");
  });

  test("an installation that fails, with what npm said", async () => {
    const folder = upgraded();
    folder.write("broken.json", folder.read("package-lock.json").replace(/sha512-..../, "sha512-AAAA"));
    const { code, said } = await refused(folder, "broken.json", "--", "node", "check.js");
    expect(code).toBe(1);
    expect(said).toContain(
      "npm ci cannot install the packages of broken.json (exit 1). It printed:\n  │ npm error code EINTEGRITY",
    );
  });

  test("ends that are not as they should be", async () => {
    const folder = upgraded();
    const passing = await refused(folder, "HEAD~1", "--", "true");
    expect(passing.code).toBe(1);
    expect(passing.said).toContain("The test passes on the packages of the working tree (exit 0)");
    const failing = await refused(folder, "HEAD~1", "--", "sh", "-c", "exit 3");
    expect(failing.code).toBe(1);
    expect(failing.said).toContain(
      "The test fails on the packages of HEAD~1 as well as on the packages of the working tree",
    );
  });
});
