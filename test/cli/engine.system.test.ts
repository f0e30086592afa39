import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { skippedBecause } from "../tiers/skipped-because.ts";
import { anyEngine, noEngine, noOwnEngine, startEngine } from "../tools/buildbox.ts";
import { type Folder, newFolder, selectFolder } from "./culprit.ts";
import { commit as commitAll, NpmProject } from "./npm-project.ts";

let engine: Awaited<ReturnType<typeof anyEngine>>;

beforeAll(async () => {
  if (noEngine === undefined) engine = await anyEngine();
});

afterAll(() => engine?.kill());

/** A repository whose test fails since the second of four commits. */
function repository(): Folder {
  const folder = newFolder();
  const git = (...words: string[]) =>
    execFileSync("git", ["-c", "user.name=Ada", "-c", "user.email=ada@example.org", ...words], { cwd: folder.path });
  const commit = (name: string) => {
    git("add", ".");
    git("commit", "-qm", name);
  };
  git("init", "-q");
  mkdirSync(join(folder.path, "src"));
  for (const name of ["a", "b", "c"]) folder.write(`src/${name}.txt`, "one\ntwo\nthree\n");
  folder.script("check.sh", 'if grep -q BAD src/*.txt; then echo "it is bad" >&2; exit 1; fi');
  commit("All");
  git("tag", "v1");
  folder.write("src/a.txt", "one\n2\nthree\n");
  commit("Two");
  folder.write("src/b.txt", "one\ntwo\nBAD\n");
  folder.write("src/c.txt", "1\ntwo\nthree\n");
  commit("Three");
  folder.write("src/a.txt", "one\n2\n3\n");
  commit("Four");
  return folder;
}

/** A suite in which one test leaves something that another one trips over. */
function suite(): Folder {
  const folder = newFolder();
  const head = 'import test from "node:test"; import assert from "node:assert";\n';
  folder.write(
    "all.test.mjs",
    `${head}test("one", () => {});\ntest("sets", () => { process.env.SHOP_MODE = "on"; });\ntest("victim", () => assert.equal(process.env.SHOP_MODE, undefined));\n`,
  );
  return folder;
}

function environments(): Folder {
  const folder = newFolder();
  folder.write("old.env", "A=1\nB=1\nC=1\n");
  folder.write("new.env", "A=2\nB=2\nC=2\n");
  folder.script("check.sh", '[ "$B" != 2 ] || { echo "B is wrong" >&2; exit 1; }');
  return folder;
}

/** A project of which the last commit upgraded two packages, one of them to a version that is wrong. */
function upgraded(): Folder {
  const folder = newFolder();
  const exporting = (value: number) => ({ files: { "index.js": `module.exports = ${value};\n` } });
  const project = new NpmProject(folder, {
    ...{ "one@1.0.0": exporting(1), "one@1.1.0": exporting(3) },
    ...{ "two@1.0.0": exporting(2), "two@1.1.0": exporting(2) },
  });
  const lock = (version: string) =>
    project.lock(
      { "node_modules/one": `one@${version}`, "node_modules/two": `two@${version}` },
      { one: "^1.0.0", two: "^1.0.0" },
    );
  const check = 'if (require("one") + require("two") !== 3) { console.error("Error: wrong sum"); process.exit(3); }\n';
  folder.write("check.js", check);
  folder.write(".gitignore", "node_modules\n");
  lock("1.0.0");
  commitAll(folder, "as it was");
  lock("1.1.0");
  commitAll(folder, "upgrade everything");
  return folder;
}

const cases: readonly (readonly [string, () => Folder, readonly string[]])[] = [
  ["input", selectFolder, ["input", "bug.html", "--", "./printer.sh", "{}"]],
  ["input --isolate", selectFolder, ["input", "bug.html", "--isolate", "--", "./printer.sh", "{}"]],
  ["changes", repository, ["changes", "v1", "--", "./check.sh"]],
  ["changes --copy --build", repository, ["changes", "v1", "--copy", "--build", "touch built", "--", "./check.sh"]],
  ["history", repository, ["history", "--", "./check.sh"]],
  ["packages", upgraded, ["packages", "HEAD~1", "--", "node", "check.js"]],
  ["env", environments, ["env", "old.env", "new.env", "--", "./check.sh"]],
  [
    "args",
    environments,
    ["args", "--", "sh", "-c", 'case "$*" in *-x*) echo no >&2; exit 1;; esac', "sh", ":::", "-a", "-x", "-b"],
  ],
  ["tests", suite, ["tests", "--", process.execPath, "--test", "all.test.mjs"]],
];

describe("the finding is the same on an engine", skippedBecause(noEngine), () => {
  test.each(cases)("%s", async (name, make, [command = "", ...argv]) => {
    const folder = make();
    const ask = async (...more: string[]) => {
      const { code, json, stderr } = await folder.culprit(command, "--json", "--quiet", ...more, ...argv);
      const { cause, deltas, minimal, verdict, failure, tests } = json;
      return { code, stderr, cause, deltas, minimal, verdict, failure, needed: tests.needed };
    };
    const here = await ask("--jobs", "1");
    expect(here).toMatchObject({ code: 0, verdict: "found" });
    const there = await ask("--jobs", "2", "--engine", engine.url);
    expect({ name, ...there }).toEqual({ name, ...here });
  });

  test("a run that is interrupted goes on there", async () => {
    const folder = selectFolder();
    folder.script("printer.sh", `sleep 0.2; if grep -q '<SELECT[^>]*>' "$1"; then exit 3; fi`);
    const child = folder.start([
      "input",
      "bug.html",
      "--json",
      "--engine",
      engine.url,
      "--jobs",
      "2",
      "--",
      "./printer.sh",
      "{}",
    ]);
    await folder.hasLearned(5);
    child.kill("SIGINT");
    expect((await child.ended).code).toBe(130);
    const { code, json } = await folder.culprit("resume", "last", "--json");
    expect({ code, cause: json.cause }).toMatchObject({ code: 0, cause: [{ text: "<SELECT" }, { text: ">" }] });
  });

  test("with --reuse, a run uses the outcomes of runs on the same engine only", async () => {
    const folder = selectFolder();
    const needed = async (...words: string[]) => {
      const { json } = await folder.culprit(
        "input",
        "bug.html",
        "--reuse",
        "--json",
        ...words,
        "--",
        "./printer.sh",
        "{}",
      );
      return json.tests.needed;
    };
    const there = ["--engine", engine.url, "--jobs", "2"];
    expect(await needed()).toBeGreaterThan(0);
    expect(await needed(...there)).toBeGreaterThan(0);
    expect(await needed(...there)).toBe(0);
  });

  test("a program that workers lack is named, and where it is missing", async () => {
    const folder = selectFolder();
    // It is on this machine, outside of what is sent.
    const elsewhere = newFolder().script("compiler", "exit 1");
    const { code, stderr } = await folder.culprit("input", "bug.html", "--engine", engine.url, "--", elsewhere, "{}");
    expect({ code, stderr }).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(
        `on a worker of the engine, cannot start ${elsewhere}: it is not there, or the interpreter that it needs is not; ` +
          "install it on the workers, or send it with --upload",
      ),
    });
    folder.script("here.sh", "no-such-compiler");
    const inScript = await folder.culprit("input", "bug.html", "--engine", engine.url, "--", "./here.sh", "{}");
    expect(inScript).toMatchObject({ code: 2, stderr: expect.stringContaining("It ran on a worker of the engine") });
  });

  test("a file to upload that is not there is named", async () => {
    const words = ["input", "bug.html", "--engine", engine.url, "--upload", "libs", "--", "./printer.sh", "{}"];
    const { code, stderr } = await selectFolder().culprit(...words);
    expect({ code, stderr }).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/--upload: there is no .*libs\./),
    });
  });
});

test("commands that run here only say so", async () => {
  const folder = newFolder();
  const { code, stderr } = await folder.culprit("schedule", "--engine", "grpc://host", "--", "true");
  expect(code).toBe(2);
  expect(stderr).toContain("culprit schedule runs on this machine only");
});

test("where the packages for it are missing, --engine names them, in versions that fit", () => {
  const root = fileURLToPath(new URL("../..", import.meta.url));
  const folder = newFolder();
  mkdirSync(join(folder.path, "node_modules"));
  for (const name of readdirSync(join(root, "node_modules")).filter((each) => !/^@(?:connectrpc|bufbuild)$/.test(each)))
    symlinkSync(join(root, "node_modules", name), join(folder.path, "node_modules", name));
  for (const name of ["dist", "package.json"]) symlinkSync(join(root, name), join(folder.path, name));
  folder.write("bug.html", "x");
  const { status, stderr } = spawnSync(
    process.execPath,
    [
      ...["--preserve-symlinks", "--preserve-symlinks-main", "dist/src/cli/main.js"],
      ...["input", "bug.html", "--engine", "grpc://127.0.0.1:1", "--", "grep", "x", "{}"],
    ],
    { cwd: folder.path, encoding: "utf8" },
  );
  const { optionalDependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const packages = ["@connectrpc/connect-node", "@connectrpc/connect", "@bufbuild/protobuf"];
  const needed = packages.map((name) => `${name}@${optionalDependencies[name]}`).join(" ");
  expect({ status, stderr }).toEqual({
    status: 2,
    stderr: `culprit: --engine needs packages that are not installed: npm install ${needed}\n`,
  });
});

describe("CULPRIT_ENGINE", () => {
  const variables = { CULPRIT_ENGINE: "grpc://192.0.2.1:1", CULPRIT_ENGINE_TOKEN: "never sent in clear" };

  test("is not used by culprit why, nor by the commands that it runs", async () => {
    const { code, stdout, stderr } = await repository().start(["why", "--", "./check.sh"], variables).ended;
    expect({ code, stderr }).toMatchObject({
      code: 0,
      stderr: expect.stringContaining("culprit why runs on this machine only: CULPRIT_ENGINE is not used."),
    });
    expect(stdout).toContain("It fails because of src/b.txt:3");
  });

  test("is not used by a run that began on this machine", async () => {
    const folder = selectFolder();
    await folder.culprit("input", "bug.html", "--max-tests", "3", "--", "./printer.sh", "{}");
    const { code, stderr } = await folder.start(["resume", "last"], variables).ended;
    expect(code).toBe(0);
    expect(stderr).toContain("The tests of this run stay on this machine: CULPRIT_ENGINE is not used.");
  });
});

test("an engine that is down at the start leaves the run to the others", skippedBecause(noOwnEngine), async () => {
  const [up, down] = await Promise.all([startEngine(), startEngine()]);
  await down.kill();
  try {
    const folder = selectFolder();
    const words = (...urls: string[]) => ["input", "bug.html", "--engine", urls.join(","), "--", "./printer.sh", "{}"];
    const there = await folder.culprit(...words(down.url, up.url));
    expect(there).toMatchObject({
      code: 0,
      stderr: expect.stringContaining(
        `${down.url} is not used, the others are: The engine ${down.url} has had problems`,
      ),
    });
    const nowhere = await folder.culprit(...words(down.url, `${down.url}/other`));
    expect(nowhere).toMatchObject({ code: 1, stderr: expect.stringContaining("None of the engines can be used.") });
  } finally {
    await up.kill();
  }
});

test("several engines find the same as one", skippedBecause(noOwnEngine), async () => {
  const others = await Promise.all([startEngine(), startEngine()]);
  try {
    const folder = selectFolder();
    const words = ["input", "bug.html", "--json", "--jobs", "4"];
    const urls = others.map(({ url }) => url).join(",");
    const here = (await folder.culprit(...words, "--output", "here", "--", "./printer.sh", "{}")).json;
    const there = await folder.culprit(...words, "--output", "there", "--engine", urls, "--", "./printer.sh", "{}");
    expect(there.json, there.stderr).toMatchObject({ verdict: "found", cause: here.cause, deltas: here.deltas });
  } finally {
    for (const { kill } of others) await kill();
  }
});
