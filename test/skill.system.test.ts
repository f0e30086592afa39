import { spawnSync } from "node:child_process";
import { chmodSync, copyFileSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { environment, type Folder, newFolder, program } from "./cli/culprit.ts";
import { commit as commitAll, NpmProject } from "./cli/npm-project.ts";
import { commit, git, repository } from "./cli/repository.ts";

// Limits end what hangs, and are no statement about speed.
vi.setConfig({ testTimeout: 300_000 });

const root = join(import.meta.dirname, "..");
const text = readFileSync(join(root, "skills/culprit/SKILL.md"), "utf8");

const npmTest = (script: string) => JSON.stringify({ name: "shop", scripts: { test: script } });
const failsIf = (condition: string) => `if (${condition}) throw new Error("not as it should be");\n`;

/** A folder in which the command of this name, as the skill writes it, finds something. */
const worlds: Readonly<Record<string, (folder: Folder) => void>> = {
  why: (folder) => {
    folder.write("package.json", npmTest("node check.js"));
    folder.write("check.js", failsIf('require("fs").existsSync("left-over.tmp")'));
    repository(folder.path, {});
    folder.write("left-over.tmp", "");
  },
  changes: ({ path }) => {
    repository(path, { "package.json": npmTest("node check.js"), "check.js": failsIf('require("./a.js") > 1') });
    commit(path, "one", { "a.js": "module.exports = 1;\n" });
    git(path, "tag", "v1.2");
    commit(path, "two", { "a.js": "module.exports = 2;\n", "b.js": "1;\n" });
  },
  packages: (folder) => {
    const source = (value: number) => ({ files: { "index.js": `module.exports = ${value};\n` } });
    const project = new NpmProject(folder, {
      "a@1.0.0": source(1),
      "a@1.1.0": source(2),
      "b@1.0.0": source(1),
      "b@1.1.0": source(1),
    });
    const lock = (version: string) => {
      const tree = { "node_modules/a": `a@${version}`, "node_modules/b": `b@${version}` };
      project.lock(tree, { a: "^1.0.0", b: "^1.0.0" });
      folder.write(
        "package.json",
        JSON.stringify({ ...JSON.parse(folder.read("package.json")), scripts: { test: "node check.js" } }),
      );
    };
    folder.write("check.js", failsIf('require("a") + require("b") > 2'));
    lock("1.0.0");
    commitAll(folder, "one");
    lock("1.1.0");
    commitAll(folder, "two");
  },
  input: (folder) => {
    folder.write("bug.json", JSON.stringify({ a: [1, 2, 3], b: { deep: null }, c: "x".repeat(50) }, null, 1));
    folder.write("parse.js", failsIf('require("fs").readFileSync(process.argv[2], "utf8").includes("null")'));
  },
  tests: (folder) => {
    symlinkSync(join(root, "node_modules"), join(folder.path, "node_modules"));
    const idle = Array.from({ length: 2 }, (_, i) => `it("idle ${i}", () => {});`).join("\n");
    mkdirSync(join(folder.path, "test"));
    const after = 'it("empty", () => { if (n > 0) throw new Error("not empty"); });';
    folder.write("test/a.js", `let n = 0;\n${idle}\nit("adds", () => { n++; });\n${after}\n`);
  },
  schedule: (folder) =>
    copyFileSync(join(root, "test/worlds/programs/schedule/timer-order.mjs"), join(folder.path, "server-test.js")),
  env: (folder) => {
    folder.write("package.json", npmTest("node check.js"));
    folder.write("check.js", failsIf('process.env.MODE === "b"'));
    folder.write("good.env", "MODE=a\nSIZE=1\n");
    folder.write("bad.env", "MODE=b\nSIZE=2\n");
  },
  state: (folder) =>
    folder.write(
      "sort.js",
      `function sort(a, size) {
  for (let h = 1; h < size; h++)
    for (let i = h; i < size; i++)
      for (let j = i; j >= h && a[j - h] > a[j]; j--) [a[j], a[j - h]] = [a[j - h], a[j]];
}
const a = process.argv.slice(2).map(Number);
const size = a.length === 2 ? a.push(0) : a.length;
sort(a, size);
if (a[0] === 0) throw new Error("nobody gave 0");
`,
    ),
};

/** The commands of the skill: those in its block and in its table. */
const commands = [
  ...text.matchAll(/^(?:npx )?(culprit (?:why) .*)$/gm),
  ...text.matchAll(/\| `(culprit \S+ .*)` \|$/gm),
].map((match) => match[1]!);

test("the skill has a command of each kind", () => {
  expect(commands.map((line) => line.split(" ")[1]).sort()).toEqual(Object.keys(worlds).sort());
});

test("the skill has the front matter that agents look for, and is short", () => {
  const [, name, description] = /^---\nname: (.*)\ndescription: (.*)\n---\n/.exec(text)!;
  expect(name).toBe("culprit");
  expect(description!.length).toBeLessThanOrEqual(1024);
  expect(text.split("\n").length).toBeLessThan(100);
});

test.each(commands)("%s", (line) => {
  const folder = newFolder();
  worlds[line.split(" ")[1]!]!(folder);
  const bin = newFolder().path;
  writeFileSync(join(bin, "culprit"), `#!/bin/sh\nexec "${process.execPath}" "${program}" "$@"\n`);
  chmodSync(join(bin, "culprit"), 0o755);
  const cache = join(bin, "cache");
  mkdirSync(cache);
  const env = { ...environment(), AI_AGENT: "test", XDG_CACHE_HOME: cache, PATH: `${bin}:${process.env.PATH}` };
  const { status, stdout, stderr } = spawnSync("bash", ["-c", line], { cwd: folder.path, env, encoding: "utf8" });
  expect(status, stdout + stderr).toBe(0);
  expect(stdout.split("\n").length - 1, stdout).toBeLessThanOrEqual(40);
  expect(stderr).toBe("");
});
