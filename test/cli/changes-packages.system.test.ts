import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { AnyFinding } from "../any-finding.ts";
import { until } from "../until.ts";
import { contents, type Folder, newFolder } from "./culprit.ts";
import { commit, NpmProject, type Source } from "./npm-project.ts";

const names = ["lib", "other", "third"];
const versioned = (version: string): Source => ({ files: { "index.js": `exports.version = "${version}";\n` } });
const sources = Object.fromEntries(
  names.flatMap((name) => ["1.0.0", "2.0.0"].map((version) => [`${name}@${version}`, versioned(version)])),
);
const treeOf = (version: string) =>
  Object.fromEntries(names.map((name) => [`node_modules/${name}`, `${name}@${version}`]));
const anyVersion = Object.fromEntries(names.map((name) => [name, "*"]));

/** The test: each tree has a lockfile that goes with its packages, or else all is in vain; then the program decides. */
const check = `
const { packages } = JSON.parse(require("fs").readFileSync("package-lock.json", "utf8"));
const installed = Object.fromEntries(${JSON.stringify(names)}.map((name) => [name, require(name).version]));
for (const name in installed) if (packages["node_modules/" + name].version !== installed[name]) process.exit(9);
require("./app.js")(installed);
`;
const app = (...lines: string[]) => `module.exports = ({ lib, other, third }) => {\n${lines.join("\n")}\n};\n`;
const fails = 'throw new Error("it is bad");';
const crashes = "process.exit(7);";

interface Story {
  readonly old: string;
  readonly new: string;
}

/** A repository in which the last commit upgraded all packages and changed the program; none of them is as installed. */
function upgraded(story: Story): Folder {
  const folder = newFolder();
  const project = new NpmProject(folder, sources);
  folder.write(".gitignore", "node_modules\n");
  folder.write("check.js", check);
  folder.write("app.js", story.old);
  project.lock(treeOf("1.0.0"), anyVersion);
  commit(folder, "as it was");
  folder.write("app.js", story.new);
  project.lock(treeOf("2.0.0"), anyVersion);
  commit(folder, "upgrade everything");
  installByHand(folder, "the user's");
  return folder;
}

function installByHand(folder: Folder, version: string): void {
  for (const name of names) {
    mkdirSync(join(folder.path, "node_modules", name), { recursive: true });
    folder.write(`node_modules/${name}/index.js`, versioned(version).files["index.js"]!);
  }
}

/** A PATH with all that is needed but npm. */
function withoutNpm(): string {
  const { path } = newFolder();
  for (const name of ["node", "git", "sh", "perl"])
    symlinkSync(execFileSync("which", [name], { encoding: "utf8" }).trim(), join(path, name));
  return path;
}

const command = ["--", "node", "check.js"];
const changes = (...words: string[]) => ["changes", "HEAD~1", ...words, "--json", ...command];

async function found(folder: Folder, ...words: string[]): Promise<AnyFinding & { readonly said: string }> {
  const { code, stderr, json } = await folder.culprit(...changes(...words));
  expect(code, stderr).toBe(0);
  return { ...json, said: stderr };
}

/** What there is to find as far as it is the same at any time. */
const causes = ({ cause }: AnyFinding) =>
  cause.map(({ file, line, package: name, text }) => ({ file, line, name, text }));
const lib = { file: "node_modules/lib", name: "lib", line: undefined, text: "lib 1.0.0 → 2.0.0 (app › lib)" };
const line = (number: number, text: string) => ({ file: "app.js", line: number, name: undefined, text: `${text}\n` });

/** Stories by what makes the difference. */
const stories = {
  files: { old: app("// a", "// b"), new: app("// c", fails, "// b") },
  filesAndPackages: { old: app(`if (lib > "2") ${fails}`), new: app(`if (lib > "2") ${fails}`, "// a", fails) },
  filesWithNew: {
    old: app("// a", "let x = 1;", "x++;", "// b"),
    new: app(`if (lib < "2") ${crashes}`, "let x = 1;", "x++;", fails),
  },
  packages: { old: app(`if (lib > "2") ${fails}`), new: app(`if (lib > "2") ${fails}`, "// more") },
  both: {
    old: app(`if (other > "2") ${crashes}`, "// a"),
    new: app("// b", `if (lib > "2") ${fails}`),
  },
  bothThatPass: { old: app("// a"), new: app(`if (lib > "2") ${fails}`, "// a", "// b") },
  bothWithAll: {
    old: app(`if (lib > "2" && other < "2") ${crashes}`),
    new: app("// a", `if (lib > "2") ${fails}`),
  },
  bothInOne: { old: app(`if (lib > "2") ${crashes}`), new: app("// a", `if (lib > "2") ${fails}`) },
  neither: { old: app(`if (lib > "2") ${crashes}`), new: app(`if (lib < "2") ${crashes}`, fails) },
} satisfies Record<string, Story>;

describe("where the packages differ, each version has its own, and", () => {
  test("the files fail with the old packages too: these are in every candidate", async () => {
    const folder = upgraded(stories.files);
    const before = contents(folder);
    const finding = await found(folder);
    expect(causes(finding)).toEqual([line(3, fails)]);
    expect(finding).toMatchObject({ kind: "changes", verdict: "found", by: "changes", minimal: true });
    expect(finding.notes).toEqual([
      "The files of the working tree fail with the packages of HEAD~1 too: every candidate gets those packages.",
      "The fix also applies to the working tree with its packages, and the test passes there with it.",
    ]);
    expect(finding.stages.map(({ name, search, needed }) => [name, search, needed])).toEqual([
      ["packages", "halves", 1],
      ["commits", "bisect", 0],
      ["changes", "explain", expect.any(Number)],
    ]);
    expect(finding.said).toContain("package-lock.json differs: each version is tested with its own packages");
    expect(finding.said).toContain("culprit packages");
    expect(finding.said).toContain("--build 'npm ci'");
    expect(contents(folder)).toEqual(before);
    expect(readdirSync(join(folder.path, ".culprit", "runs", finding.run)).sort()).toEqual([
      ...[
        "journal.jsonl",
        "output",
        "own-packages.json",
        "run.json",
        "sizes.json",
        "steps.jsonl",
        "story.json",
        "tree",
        "trees.json",
      ],
    ]);
    // The lockfile is no part of the patch.
    expect(readFileSync(finding.files.cause!, "utf8")).not.toContain("package-lock.json");
  });

  test("the packages alone would fail too: the fix is said not to be all", async () => {
    const finding = await found(upgraded(stories.filesAndPackages));
    expect(causes(finding)).toMatchObject([{ file: "app.js" }]);
    expect(finding.notes![1]).toBe(
      "With the fix the working tree with its packages does not pass yet: it still fails in the same way.",
    );
  });

  test("the commits are searched with these packages, whatever their own lockfiles say", async () => {
    const folder = newFolder();
    const project = new NpmProject(folder, sources);
    folder.write(".gitignore", "node_modules\n");
    folder.write("check.js", check);
    project.lock(treeOf("1.0.0"), anyVersion);
    for (let number = 0; number < 6; number++) {
      folder.write("app.js", app(...Array.from({ length: number + 1 }, (_, i) => (i === 3 ? fails : `// ${i}`))));
      if (number === 2) project.lock(treeOf("2.0.0"), anyVersion);
      commit(folder, `number ${number}`);
    }
    installByHand(folder, "the user's");
    const { code, stderr, json } = await folder.culprit("changes", "HEAD~5", "HEAD", "--json", ...command);
    expect(code, stderr).toBe(0);
    expect(json.cause.map(({ file, subject }) => [file, subject])).toEqual([["app.js", "number 3"]]);
    expect(json.stages.map(({ name }) => name)).toEqual(["packages", "commits", "changes"]);
  });

  test("the old files pass with the new packages: these are in every candidate", async () => {
    const finding = await found(upgraded(stories.filesWithNew));
    expect(causes(finding)).toEqual([line(5, fails)]);
    expect(finding.notes![0]).toBe(
      "The files of HEAD~1 pass with the packages of the working tree: every candidate gets those packages.",
    );
  });

  test("the old files fail with the new packages: the upgrade is found, and no patch is made", async () => {
    const folder = upgraded(stories.packages);
    const finding = await found(folder);
    expect(causes(finding)).toEqual([lib]);
    expect(finding).toMatchObject({ by: "packages", deltas: { total: 3, cause: 1 }, minimal: true, files: {} });
    expect(finding.notes).toEqual([
      "The files of HEAD~1 fail with the packages of the working tree: the cause is in the packages, and every candidate gets those files.",
      expect.stringMatching(
        /^To find the lines in the package, run culprit packages 'HEAD~1' --deeper -- .*\nWith --keep-good, it writes a lockfile with the other upgrades\.$/,
      ),
    ]);
    const shown = await folder.culprit("show", "last");
    expect(shown.stdout).toContain("Fails with lib 2.0.0, passes with lib 1.0.0.\n");
    expect(shown.stdout).toContain(`\n  ${lib.text}\n`);
  });

  test("it needs both: the upgrade is found, and with it the lines", async () => {
    const folder = upgraded(stories.both);
    const finding = await found(folder);
    expect(causes(finding)).toEqual([lib, line(3, `if (lib > "2") ${fails}`)]);
    expect(finding).toMatchObject({ verdict: "found", by: "changes", minimal: true });
    expect(finding.stages.map(({ name, search }) => [name, search])).toEqual([
      ["packages", "halves"],
      ["packages", "explain"],
      ["packages", "old files"],
      ["commits", "bisect"],
      ["changes", "explain"],
    ]);
    const shown = await folder.culprit("show", "last");
    expect(shown.stdout).toContain("It fails because of lib 2.0.0 and app.js:3.\n");
    // Without the upgrade, the test passes with the patch too: it says which packages it was tried with.
    expect(readFileSync(finding.files.cause!, "utf8")).toMatch(
      /^# Applies to OLD \(HEAD~1, \w{10}\) with the packages of HEAD~1 and lib 2\.0\.0: with it the test fails\.\n/,
    );
    expect(finding.patches!.map(({ name, base }) => [name, base])).toEqual([
      ["cause", expect.stringMatching(/ with the packages of HEAD~1 and lib 2\.0\.0$/)],
      ["fix", expect.stringMatching(/^the culprit \(\w{10}\) with the packages of HEAD~1 and lib 2\.0\.0$/)],
      ["fixOnNew", "NEW (the working tree)"],
    ]);
    // The old version with the patch and the upgrade fails.
    execFileSync("git", ["-C", folder.path, "checkout", "--quiet", "HEAD~1"]);
    execFileSync("git", ["-C", folder.path, "apply", finding.files.cause!]);
    expect(folder.read("app.js")).toContain(fails);
    expect(folder.read("package-lock.json")).toContain("lib@1.0.0");
  });

  test("each half passes without the other, so it needs both: the upgrade is found, and with it the lines", async () => {
    const finding = await found(upgraded(stories.bothThatPass));
    expect(causes(finding)).toEqual([lib, line(2, `if (lib > "2") ${fails}`)]);
    expect(finding).toMatchObject({ verdict: "found", by: "changes", minimal: true });
    expect(finding.notes![0]).toBe(
      "The files of the working tree pass with the packages of HEAD~1, and those of HEAD~1 pass with the packages of the " +
        "working tree: the failure needs some of both; the upgrades are searched first.",
    );
  });

  test("each half passes without the other, but not with the upgrade alone: the lines are found with all of them", async () => {
    const finding = await found(upgraded(stories.bothWithAll));
    expect(causes(finding)).toMatchObject([lib, { file: "app.js" }]);
    expect(finding).toMatchObject({ verdict: "found", by: "tokens", minimal: false });
    expect(finding.notes![1]).toBe(
      "With these upgrades alone the files of HEAD~1 cannot be judged, so the search among the files used all packages " +
        "of the working tree.",
    );
  });

  test("it needs both, but the old files cannot be judged with the upgrade: that is all that is told", async () => {
    const finding = await found(upgraded(stories.bothInOne));
    expect(causes(finding)).toEqual([lib]);
    expect(finding.notes![1]).toBe(
      "With these upgrades alone the files of HEAD~1 cannot be judged, so the cause in the files of the working tree cannot be isolated.",
    );
    expect(finding.files).toEqual({});
  });

  test("neither can be judged without the other: it is said what to do instead", async () => {
    const { code, json } = await upgraded(stories.neither).culprit(...changes());
    expect(code).toBe(1);
    expect(json).toMatchObject({ verdict: "not-reproduced", tests: { needed: 2, unresolved: 2 }, cause: [] });
    expect(json.reason).toContain(
      "Neither the files of the working tree with the packages of HEAD~1 nor the files of HEAD~1 with the packages of the " +
        "working tree can be judged",
    );
    expect(json.reason).toContain("--build 'npm ci'");
    expect(json.reason).toContain("culprit packages 'HEAD~1'");
  });
});

test("between two folders", async () => {
  const folder = newFolder();
  for (const [name, version] of Object.entries({ old: "1.0.0", new: "2.0.0" })) {
    mkdirSync(join(folder.path, name));
    const inside: Folder = Object.assign(Object.create(folder), { path: join(folder.path, name) });
    new NpmProject(inside, sources).lock(treeOf(version), anyVersion);
    inside.write("app.js", name === "old" ? stories.both.old : stories.both.new);
    inside.write("check.js", check);
    installByHand(inside, "the user's");
  }
  const { code, stderr, json } = await folder.culprit("changes", "old", "new", "--json", ...command);
  expect(code, stderr).toBe(0);
  expect(causes(json)).toEqual([lib, line(3, `if (lib > "2") ${fails}`)]);
});

test("in a folder of the repository, with a workspace, by a program of a package", async () => {
  const folder = newFolder();
  const inside: Folder = Object.assign(Object.create(folder), { path: join(folder.path, "app") });
  mkdirSync(join(inside.path, "parts", "page"), { recursive: true });
  const tool = (version: string): Source => ({
    files: { "cli.js": `#!/usr/bin/env node\nrequire(process.cwd() + "/parts/page/main.js")("${version}");\n` },
    bin: { tool: "cli.js" },
  });
  const own = { ...sources, "tool@1.0.0": tool("1.0.0"), "tool@2.0.0": tool("2.0.0") };
  const project = new NpmProject(inside, own);
  const lock = (version: string) => {
    const tree = { "node_modules/tool": `tool@${version}`, "parts/page/node_modules/lib": `lib@${version}` };
    const lockfile = JSON.parse(project.lockfile(tree, { tool: "*" }));
    lockfile.packages[""].workspaces = ["parts/*"];
    lockfile.packages["parts/page"] = { name: "page", version: "1.0.0", dependencies: { lib: "*" } };
    lockfile.packages["node_modules/page"] = { resolved: "parts/page", link: true };
    inside.write("package-lock.json", JSON.stringify(lockfile));
  };
  const main = (...lines: string[]) => `module.exports = (tool) => {\n${lines.join("\n")}\n};\n`;
  const uses = 'const same = require("lib").version === tool && require.resolve("page/package.json") !== "";';
  inside.write("parts/page/package.json", '{"name": "page", "version": "1.0.0", "dependencies": {"lib": "*"}}');
  folder.write(".gitignore", "node_modules\n");
  inside.write("parts/page/main.js", main(uses, "if (!same) process.exit(9);"));
  lock("1.0.0");
  commit(folder, "as it was");
  inside.write("parts/page/main.js", main(uses, "if (!same) process.exit(9);", fails));
  lock("2.0.0");
  for (const place of ["node_modules/.bin", "parts/page/node_modules/lib"])
    mkdirSync(join(inside.path, place), { recursive: true });
  inside.script("node_modules/.bin/tool", "echo the users >&2; exit 9");
  inside.write("parts/page/node_modules/lib/index.js", 'exports.version = "the user\'s";\n');
  const { code, stderr, json } = await inside.culprit("changes", "HEAD", "--json", "--", "node_modules/.bin/tool");
  expect(code, stderr).toBe(0);
  expect(json.cause.map(({ file, text }) => [file, text])).toEqual([["app/parts/page/main.js", `${fails}\n`]]);
  expect(json.notes![0]).toContain("fail with the packages of HEAD too");
  // The program is the candidate's.
  expect(stderr).not.toContain("so every candidate uses your copy");
});

test("a package that the test has changed is whole again in the next candidate, and the user's stays as it is", async () => {
  const folder = upgraded(stories.both);
  const before = contents(folder);
  const spoil =
    "node check.js; status=$?; for each in node_modules/*/index.js; do echo 'spoiled' >> $each; done; exit $status";
  const { json } = await folder.culprit("changes", "HEAD~1", "--json", "--jobs", "1", "--", "sh", "-c", spoil);
  expect(causes(json)).toEqual([lib, line(3, `if (lib > "2") ${fails}`)]);
  expect(contents(folder)).toEqual(before);
});

describe("stopped and resumed", () => {
  const stable = ({ cause, stages, tests: { needed, pass, fail, unresolved } }: AnyFinding) => ({
    cause,
    stages,
    tests: { needed, pass, fail, unresolved },
  });

  test("after any number of tests it comes to the same, by the same tests", async () => {
    const whole = await found(upgraded(stories.both));
    const folder = upgraded(stories.both);
    const first = await folder.culprit(...changes("--max-tests", "1"));
    expect(first.json).toMatchObject({ verdict: "exhausted", cause: [] });
    for (let tests = 2; tests < whole.tests.needed; tests++) {
      const { json } = await folder.culprit("resume", "last", "--json", "--max-tests", String(tests));
      expect(json).toMatchObject({ verdict: "exhausted", tests: { needed: tests } });
    }
    const { json } = await folder.culprit("resume", "last", "--json");
    expect(withoutCommits(stable(json))).toEqual(withoutCommits(stable(whole)));
    expect(json.verdict).toBe("found");
  });

  test("where there is no npm any more, it is told, and later it goes on", async () => {
    const folder = upgraded(stories.packages);
    await folder.culprit(...changes("--max-tests", "1"));
    const refused = await folder.start(["resume", "last", "--json"], { PATH: withoutNpm() }).ended;
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain("Cannot run npm to install the packages");
    const { json } = await folder.culprit("resume", "last", "--json");
    expect(causes(json)).toEqual([lib]);
  });

  test("while packages are being installed, nothing stays behind", async () => {
    const folder = newFolder();
    const slow = { files: {}, scripts: { postinstall: `sleep 2718.${process.pid}` } };
    const project = new NpmProject(folder, { "slow@1.0.0": slow, "slow@1.1.0": slow });
    folder.write(".npmrc", "dangerously-allow-all-scripts=true\n");
    folder.write(".gitignore", "node_modules\n");
    mkdirSync(join(folder.path, "node_modules"));
    project.lock({ "node_modules/slow": "slow@1.0.0" }, { slow: "*" });
    commit(folder, "as it was");
    project.lock({ "node_modules/slow": "slow@1.1.0" }, { slow: "*" });
    const isAsleep = () =>
      execFileSync("ps", ["-eo", "args"], { encoding: "utf8" }).includes(`sleep 2718.${process.pid}`);
    const started = folder.start(["changes", "HEAD", "--json", "--", "true"]);
    await until(isAsleep);
    started.kill("SIGINT");
    const { code, json } = await started.ended;
    expect(code).toBe(130);
    expect(json.verdict).toBe("interrupted");
    await until(() => !isAsleep());
    expect(existsSync(join(folder.path, ".culprit", "runs", json.run, "packages"))).toBe(false);
  });

  test("after a kill", async () => {
    const folder = upgraded(stories.both);
    const child = folder.start([...changes("--jobs", "1").slice(0, -3), "--", "sh", "-c", "sleep 0.2; node check.js"]);
    await folder.hasLearned(5);
    child.kill("SIGKILL");
    await child.ended;
    const [run] = readdirSync(join(folder.path, ".culprit", "runs"));
    expect(existsSync(join(folder.path, ".culprit", "runs", run!, "packages", "old", "installed"))).toBe(true);
    const { json } = await folder.culprit("resume", "last", "--json");
    expect(causes(json)).toEqual([lib, line(3, `if (lib > "2") ${fails}`)]);
    expect(existsSync(join(folder.path, ".culprit", "runs", run!, "packages"))).toBe(false);
  });

  /** The two runs are in repositories of their own. */
  const withoutCommits = (value: unknown) =>
    JSON.parse(JSON.stringify(value, (key, each) => (["commit", "date"].includes(key) ? undefined : each)));
});

describe("every candidate has the packages that are installed here", () => {
  const asInstalled = "every test uses the packages that are installed here";
  /** The upgrade to which both sides' lockfiles lead is not installed; the lockfile is that of the candidate. */
  const bare = [
    ...changes().slice(0, -2),
    "node",
    "-e",
    'if (require("lib").version !== "the user\'s") process.exit(9); require("./app.js")({})',
  ];

  test("where they cannot be installed, which is said", async () => {
    const folder = upgraded(stories.files);
    folder.write("package-lock.json", folder.read("package-lock.json").replace(/sha512-..../, "sha512-AAAA"));
    const { json, code, stderr } = await folder.culprit(...bare);
    expect(code, stderr).toBe(0);
    expect(causes(json)).toEqual([line(3, fails)]);
    expect(stderr).toContain("npm ci cannot install the packages of the working tree (exit 1).\n");
    expect(stderr).not.toContain("with its own packages");
    expect(stderr).toContain(asInstalled);
  });

  test("where there is no npm; and when the run is resumed where there is one", async () => {
    const folder = upgraded(stories.files);
    const limited = bare.toSpliced(2, 0, "--max-tests", "1");
    const stopped = await folder.start(limited, { PATH: withoutNpm() }).ended;
    expect(stopped.stderr).toContain("Cannot run npm to install the packages");
    expect(stopped.stderr).toContain(asInstalled);
    expect(stopped.json.verdict).toBe("exhausted");
    const { json, stderr } = await folder.culprit("resume", "last", "--json");
    expect(causes(json)).toEqual([line(3, fails)]);
    expect(stderr).not.toContain("Installing");
  });

  const notInstalled = "package-lock.json differs, and there is no node_modules beside it: culprit packages";

  test.each<[string, { words: string[]; isNoted?: true }]>([
    ["nothing is installed here", { words: ["HEAD~1"], isNoted: true }],
    ["the lockfile is kept", { words: ["HEAD~1", "--keep", "package-lock.json"] }],
    ["there is a build", { words: ["HEAD~1", "--build", "true"] }],
    ["a version that passes is sought", { words: ["--find-good"] }],
  ])("where %s", async (why, { words, isNoted }) => {
    const folder = upgraded(stories.files);
    if (why.startsWith("nothing")) rmSync(join(folder.path, "node_modules"), { recursive: true });
    const program = 'require("./app.js")({})';
    const { json, stderr } = await folder.culprit("changes", ...words, "--json", "--", "node", "-e", program);
    expect(causes(json)).toEqual([line(3, fails)]);
    expect(stderr).not.toContain("Installing");
    expect(stderr).not.toContain(asInstalled);
    expect(stderr.includes(notInstalled)).toBe(isNoted === true);
  });
});

test("an end that is not as it should be is told with what its packages are", async () => {
  const folder = upgraded({ old: app(fails), new: app("// a", fails) });
  const { code, json } = await folder.culprit(...changes());
  expect(code).toBe(1);
  expect(json.reason).toContain(
    "The test fails on HEAD~1 with its packages in the same way as on the working tree with its packages (exit 1",
  );
  expect(json.reason).toContain("--keep package-lock.json gives both those that are installed here.");
});
