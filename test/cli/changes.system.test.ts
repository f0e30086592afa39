import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { AnyFinding } from "../any-finding.ts";
import { until } from "../until.ts";
import { type Folder, newFolder } from "./culprit.ts";
import { commit, type Files, git, patched, put, repository } from "./repository.ts";

/** Lines of which none is like another. */
const lines = (count: number, change: Readonly<Record<number, string>> = {}) =>
  Array.from({ length: count }, (_, i) => `${change[i + 1] ?? `line ${i + 1}, ${(i + 3) ** 5}`}\n`).join("");

/** A repository whose tag v1 holds these files, and a program `check` of the user's beside it. */
function repo(files: Files, check: string): Folder {
  const folder = newFolder();
  repository(folder.path, files);
  mkdirSync(join(folder.path, ".git/test"));
  folder.script(".git/test/check", check);
  return folder;
}

const check = ".git/test/check";
const isBad = `grep -q bad text.txt && { echo "it is bad" >&2; exit 3; }; exit 0`;
const call = (...words: string[]) => ["changes", ...words, "--json", "--", check];

/** What there is to find as far as it is the same at any time. */
const causes = ({ cause }: AnyFinding) =>
  cause.map(({ file, line, old, text, commit, subject }) => ({ file, line, old, text, commit, subject }));

describe("between two commits", () => {
  function history(): { folder: Folder; culprit: string } {
    const folder = repo({ "text.txt": lines(20), "other.txt": lines(5) }, isBad);
    commit(folder.path, "second", { "other.txt": lines(6) });
    commit(folder.path, "third", { "text.txt": lines(20, { 2: "new" }) });
    const culprit = commit(folder.path, "a bad one", {
      "text.txt": lines(20, { 2: "new", 7: "bad", 15: "more" }),
      "other.txt": lines(7),
    });
    commit(folder.path, "fifth", { "other.txt": lines(8) });
    git(folder.path, "tag", "v2");
    return { folder, culprit };
  }

  test("the commit is found first and then the line, with who wrote it, when and why", async () => {
    const { folder, culprit } = history();
    const { code, json, stderr } = await folder.culprit(...call("v1", "v2"));
    expect(code, stderr).toBe(0);
    expect(json).toMatchObject({
      kind: "changes",
      verdict: "found",
      minimal: true,
      deltas: { total: 3, cause: 1 },
      stages: [
        { name: "commits", search: "bisect", deltas: { total: 4, cause: 1 }, needed: 2 },
        { name: "changes", search: "explain", deltas: { total: 3, cause: 1 } },
      ],
    });
    expect(json.cause).toEqual([
      {
        file: "text.txt",
        line: 7,
        old: "line 7, 59049\n",
        new: "bad\n",
        text: "bad\n",
        commit: culprit,
        author: "Ada",
        date: "2026-03-04",
        subject: "a bad one",
      },
    ]);
    expect(existsSync(join(folder.path, ".culprit/.gitignore"))).toBe(true);
    expect(git(folder.path, "status", "--porcelain")).toBe("");
  });

  test("the patch makes the version before the commit fail, its counterpart makes the commit pass", async () => {
    const { folder, culprit } = history();
    const { json } = await folder.culprit(...call("v1", "v2"));
    const place = newFolder();
    for (const [at, patch, expected] of [
      [`${culprit}~1`, json.files.cause!, 3],
      [culprit, json.files.fix!, 0],
    ] as const) {
      const fresh = join(place.path, String(expected));
      patched(folder.path, fresh, { at, patch });
      expect(spawnSync("sh", ["-c", isBad], { cwd: fresh }).status).toBe(expected);
    }
    expect(readFileSync(json.files.cause!, "utf8")).toContain("-line 7, 59049\n+bad\n");
    expect(readFileSync(json.files.cause!, "utf8")).not.toContain("more");
  });

  test("is told to people in words", async () => {
    const { folder, culprit } = history();
    const { stdout } = await folder.culprit("changes", "v1", "v2", "--", check);
    expect(stdout).toContain("text.txt");
    expect(stdout).toContain(culprit.slice(0, 7));
    expect(stdout).toContain("Ada");
    expect(stdout).toContain("a bad one");
    expect(stdout).toContain("bad");
  });

  test("of which NEW does not fail: it says so, whatever untracked folders are here", async () => {
    const { folder } = history();
    put(folder.path, { "results/report.xml": "<x/>\n", "results/log/all.txt": "fine\n" });
    const { code, json, stderr } = await folder.culprit("changes", "v1", "v2", "--json", "--", "true");
    expect(code, stderr).toBe(1);
    expect(json.verdict).toBe("not-reproduced");
    expect(json.reason).toContain("The test passes on v2");
  });

  test("--no-history looks for the lines alone, and still tells their commit", async () => {
    const { folder, culprit } = history();
    const { json } = await folder.culprit(...call(":/first", "v2", "--no-history"));
    expect(json.stages!.map(({ name }) => name)).toEqual(["changes"]);
    expect(causes(json)).toMatchObject([{ file: "text.txt", line: 7, commit: culprit, subject: "a bad one" }]);
  });

  test("--output has the patch, and beside it the one that takes the change back", async () => {
    const { folder } = history();
    const { json } = await folder.culprit(...call("v1", "v2", "--output", "found/it.patch"));
    const found = join(folder.path, "found");
    expect(json.files).toMatchObject({
      cause: join(found, "it.patch"),
      fix: join(found, "it.fix.patch"),
      causeOnOld: join(found, "it.cause-on-old.patch"),
      fixOnNew: join(found, "it.fix-on-new.patch"),
    });
    expect(folder.read("found/it.patch")).toContain("+bad\n");
    expect(folder.read("found/it.fix.patch")).toContain("-bad\n");
  });

  test("--fresh gives each test a tree of its own", async () => {
    const { folder } = history();
    const once = `[ -e been ] && exit 9; : > been; ${isBad}`;
    folder.script(check, once);
    const warm = await folder.culprit(...call("v1", "v2"));
    expect(warm.stderr).toContain("from now on everything that a test leaves behind is removed");
    expect(causes(warm.json)).toMatchObject([{ file: "text.txt", line: 7 }]);
    const { json } = await folder.culprit(...call("v1", "v2", "--fresh"));
    expect(causes(json)).toMatchObject([{ file: "text.txt", line: 7 }]);
  });

  test("what was deleted is a cause too, and is told with the commit that deleted it", async () => {
    const folder = repo(
      { "text.txt": lines(9), "needed.txt": "x\n" },
      "[ -e needed.txt ] && grep -q 'line 5' text.txt",
    );
    const [one, two] = [
      commit(folder.path, "lines", { "text.txt": lines(9, { 2: "two" }) }),
      commit(folder.path, "no fifth", { "text.txt": lines(9, { 2: "two" }).replace(/line 5.*\n/, "") }),
    ];
    commit(folder.path, "last", { "text.txt": lines(9, { 2: "two", 9: "nine" }).replace(/line 5.*\n/, "") });
    const { json } = await folder.culprit(...call("v1", "HEAD", "--no-history"));
    expect(one).not.toBe(two);
    expect(causes(json)).toMatchObject([{ file: "text.txt", old: "line 5, 16807\n", text: "", commit: two }]);
    const gone = commit(folder.path, "no file", { "needed.txt": null, "text.txt": lines(9) });
    const other = await folder.culprit(...call("v1", "HEAD", "--no-history"));
    expect(other.json.cause).toMatchObject([{ file: "needed.txt", change: "deleted", commit: gone }]);
  });
});

describe("merges", () => {
  /** A branch with a bad commit, merged; on the main line there are others meanwhile. */
  function merged(): { folder: Folder; culprit: string; merge: string } {
    const folder = repo({ "text.txt": lines(30), "other.txt": lines(9) }, isBad);
    git(folder.path, "checkout", "-q", "-b", "side");
    commit(folder.path, "side 1", { "text.txt": lines(30, { 8: "eight" }) });
    const culprit = commit(folder.path, "side 2", { "text.txt": lines(30, { 4: "bad", 8: "eight", 20: "twenty" }) });
    commit(folder.path, "side 3", { "new.txt": "new\n" });
    git(folder.path, "checkout", "-q", "main");
    for (let i = 1; i < 4; i++) commit(folder.path, `main ${i}`, { "other.txt": lines(9, { [i]: "changed" }) });
    git(folder.path, "merge", "-q", "--no-ff", "-m", "a merge", "side");
    const merge = git(folder.path, "rev-parse", "HEAD");
    commit(folder.path, "after", { "other.txt": lines(9) });
    return { folder, culprit, merge };
  }

  test("the commit on the merged branch is found, and the difference is to what it was made from", async () => {
    const { folder, culprit } = merged();
    const { json } = await folder.culprit(...call("v1", "HEAD"));
    expect(json.stages![0]).toMatchObject({ name: "commits", deltas: { total: 8, cause: 1 } });
    expect(json.deltas).toEqual({ total: 2, cause: 1 });
    expect(causes(json)).toMatchObject([{ file: "text.txt", line: 4, text: "bad\n", commit: culprit }]);
  });

  test("--first-parent sees the merge as one commit, and tells who wrote the line", async () => {
    const { folder, culprit } = merged();
    const { json } = await folder.culprit(...call("v1", "HEAD", "--first-parent"));
    expect(json.stages![0]).toMatchObject({ deltas: { total: 5, cause: 1 } });
    expect(json.deltas).toEqual({ total: 4, cause: 1 });
    expect(causes(json)).toMatchObject([{ file: "text.txt", line: 4, commit: culprit, subject: "side 2" }]);
  });

  test("a branch that began before the old version is not blamed for what it does not have", async () => {
    const folder = repo({ "text.txt": "old\n", "a.txt": "a\n" }, `grep -q good text.txt || exit 3; ${isBad}`);
    git(folder.path, "checkout", "-q", "-b", "side");
    commit(folder.path, "side 1", { "b.txt": "b\n" });
    commit(folder.path, "side 2", { "c.txt": "c\n" });
    git(folder.path, "checkout", "-q", "main");
    commit(folder.path, "good", { "text.txt": "good\n" });
    git(folder.path, "tag", "good");
    git(folder.path, "merge", "-q", "--no-ff", "-m", "a merge", "side");
    const culprit = commit(folder.path, "not so good", { "text.txt": "worse\n" });
    const { json } = await folder.culprit(...call("good", "HEAD"));
    expect(causes(json)).toMatchObject([{ file: "text.txt", old: "good\n", text: "worse\n", commit: culprit }]);
  });
});

test("a change without which the new version still fails is shown with the others in its scope", async () => {
  const pair = (more: string) => `exports.pair = (a) => {
  const left = a${more};
  const middle = [];
  const right = a${more};
  return [left, ...middle, right];
};

exports.name = "pair${more}";
`;
  const script = `exec node -e 'if (String(require("./pair.js").pair(1)) !== "1,1") throw new Error("not a pair")'`;
  const folder = repo({ "pair.js": pair(""), "other.txt": "1\n" }, script);
  commit(folder.path, "one more", { "pair.js": pair(" + 1"), "other.txt": "2\n" });
  const { json, stderr } = await folder.culprit(...call("v1", "main"));
  expect(json.cause, stderr).toMatchObject([
    { file: "pair.js", line: 2 },
    { file: "pair.js", line: 4 },
  ]);
  expect(json).toMatchObject({ verdict: "found", minimal: false });
  expect(json.notes?.join("\n")).toContain("the new one fails without that part too");
});

describe("the working tree", () => {
  test("against HEAD: what I just did, new files too; ignored ones are in every tree", async () => {
    const folder = repo({ "text.txt": lines(9), ".gitignore": "*.log\n", "run.sh": "exit 0\n" }, "sh run.sh");
    put(folder.path, {
      "text.txt": lines(9, { 3: "x" }),
      "new.txt": "a new one\n",
      "seen.log": "ignored\n",
      "run.sh": "if [ -e new.txt ] && [ -e seen.log ]; then exit 3; fi\nexit 0\n",
    });
    const { json, code } = await folder.culprit(...call("HEAD"));
    expect(code).toBe(0);
    expect(json.deltas).toEqual({ total: 3, cause: 2 });
    expect(json.cause.map(({ file }) => file).sort()).toEqual(["new.txt", "run.sh"]);
    expect(json.cause.every((each) => each.commit === undefined)).toBe(true);
  });

  test("against an older version: the commits come first, and what is not committed is one more", async () => {
    const folder = repo({ "text.txt": lines(9), "other.txt": "x\n" }, isBad);
    const culprit = commit(folder.path, "bad", { "text.txt": lines(9, { 4: "bad" }) });
    commit(folder.path, "third", { "other.txt": "y\n" });
    put(folder.path, { "other.txt": "z\n" });
    const one = await folder.culprit(...call("v1"));
    expect(one.json.stages![0]).toMatchObject({ name: "commits", deltas: { total: 3, cause: 1 } });
    expect(causes(one.json)).toMatchObject([{ file: "text.txt", line: 4, commit: culprit }]);
    commit(folder.path, "good again", { "text.txt": lines(9) });
    commit(folder.path, "and more", { "other.txt": "more\n" });
    put(folder.path, { "text.txt": lines(9, { 9: "bad" }) });
    const two = await folder.culprit(...call("HEAD~1"));
    expect(two.json.stages![0]).toMatchObject({ name: "commits", deltas: { total: 2, cause: 1 } });
    expect(causes(two.json)).toMatchObject([{ file: "text.txt", line: 9, text: "bad\n" }]);
    expect(two.json.cause[0]).not.toHaveProperty("commit");
  });

  test("as it was committed: a single commit is named, also where it only deletes", async () => {
    const folder = repo({ "text.txt": "good\nmore\n" }, "grep -q good text.txt || exit 3");
    const culprit = commit(folder.path, "delete", { "text.txt": "more\n" });
    const { json } = await folder.culprit(...call("v1"));
    expect(json).toMatchObject({ verdict: "found", minimal: true });
    expect(causes(json)).toMatchObject([{ file: "text.txt", commit: culprit }]);
  });

  test("a file that the test names is the user's in every candidate, and no change", async () => {
    const folder = repo({ "text.txt": lines(9) }, "");
    commit(folder.path, "bad", { "text.txt": lines(9, { 4: "bad" }) });
    folder.script("new-test.sh", isBad);
    const { json, stderr } = await folder.culprit("changes", "v1", "--json", "--", "./new-test.sh");
    expect(stderr).toContain("The test names ./new-test.sh, so every candidate uses your copy.");
    expect(causes(json)).toMatchObject([{ file: "text.txt", line: 4 }]);
    expect(json.deltas.total).toBe(1);
    expect(json.notes).toContain(
      "Not searched: new-test.sh. Every candidate had your copy; --all-files searches what the test names.",
    );
    put(folder.path, { "text.txt": lines(9) });
    const same = await folder.culprit("changes", "v1", "--agent", "--", "./new-test.sh");
    expect(same.stderr).toContain("differ only in new-test.sh, of which every candidate has your copy");
    put(folder.path, { "text.txt": lines(9, { 4: "bad" }) });
    const keeping = ["--all-files", "--keep", "new-test.sh"];
    const kept = await folder.culprit("changes", "v1", ...keeping, "--json", "--", "./new-test.sh");
    expect(kept.json.notes).toContain("Not searched: new-test.sh. Every candidate had your copy.");
  });

  test("--keep holds more files as they are, by patterns", async () => {
    const files = { "text.txt": lines(9), "test/helper.sh": "exit 9\n", "test/data/x": "9\n" };
    const folder = repo(files, '[ "$(cat test/data/x)" = 0 ] || exit 9; . ./test/helper.sh');
    commit(folder.path, "bad", { "text.txt": lines(9, { 4: "bad" }) });
    put(folder.path, { "test/helper.sh": isBad, "test/data/x": "0\n" });
    const without = await folder.culprit(...call("v1"));
    expect(without.json.verdict).toBe("not-reproduced");
    const { json } = await folder.culprit(...call("v1", "--keep", "*.sh,test/data"));
    expect(causes(json)).toMatchObject([{ file: "text.txt", line: 4 }]);
    expect(json.deltas.total).toBe(1);
  });

  test("what the user goes on to write while it runs is not seen", async () => {
    const folder = repo({ "text.txt": lines(9) }, "");
    put(folder.path, { "new.txt": "bad\n", "more.txt": "more\n", "text.txt": lines(9, { 3: "x" }) });
    folder.script(check, 'grep -q bad new.txt 2> /dev/null && r=3; echo "good $$" > "$CULPRIT_CWD/new.txt"; exit $r');
    const { json, stderr } = await folder.culprit(...call("HEAD"));
    expect(json, stderr).toMatchObject({ verdict: "found", minimal: true, assumptions: [] });
    expect(json.cause).toMatchObject([{ file: "new.txt", change: "added", text: "bad\n" }]);
  });

  test("the test runs where the user stands, in a folder below", async () => {
    const folder = repo({ "text.txt": lines(9), "sub/deep/x": "", ".gitignore": "*.local" }, "");
    put(folder.path, { "text.txt": lines(9, { 4: "bad" }), "sub/deep/my.local": "mine" });
    const { path } = folder;
    const inside = Object.assign(Object.create(folder), { path: join(path, "sub/deep") }) as Folder;
    const { json, stderr } = await inside.culprit(
      "changes",
      "HEAD",
      "--json",
      "--keep",
      "my.local",
      "--",
      "sh",
      "-c",
      "[ -e my.local ] || exit 9; ! grep -q bad ../../text.txt",
    );
    expect(causes(json), stderr).toMatchObject([{ file: "text.txt", line: 4 }]);
    expect(existsSync(join(path, "sub/deep/.culprit"))).toBe(true);
  });

  test("installed packages are there, and nothing that a test writes gets through to the user's", async () => {
    const folder = repo({ "text.txt": lines(3), ".gitignore": "node_modules\n" }, "");
    put(folder.path, { "text.txt": lines(3, { 2: "bad" }), "node_modules/pad/index.js": "1\n" });
    folder.script(
      check,
      `grep -q 1 node_modules/pad/index.js || exit 9; ${isBad.replace("exit 3", "echo >> node_modules/pad/index.js; exit 3")}`,
    );
    const { json } = await folder.culprit(...call("HEAD"));
    expect(causes(json)).toMatchObject([{ file: "text.txt", line: 2 }]);
    expect(folder.read("node_modules/pad/index.js")).toBe("1\n");
  });
});

describe("two folders", () => {
  test("with all that is in them; the patch applies to the old one", async () => {
    const folder = newFolder();
    put(folder.path, {
      "old/a/text.txt": lines(12),
      "old/gone.txt": "x\n",
      "new/a/text.txt": lines(12, { 3: "three", 9: "bad" }),
      "new/come.txt": "y\n",
    });
    folder.script("check", "grep -q bad a/text.txt && [ -e come.txt ] && exit 3; exit 0");
    const { json } = await folder.culprit("changes", "old", "new", "--json", "--", "./check");
    expect(json.stages!.map(({ name }) => name)).toEqual(["changes"]);
    expect(json.cause.map(({ file, line, change }) => ({ file, line, change }))).toEqual([
      { file: "a/text.txt", line: 9, change: undefined },
      { file: "come.txt", line: undefined, change: "added" },
    ]);
    const applied = spawnSync("git", ["apply", json.files.cause!], { cwd: join(folder.path, "old") });
    expect(applied.status).toBe(0);
    expect(spawnSync("../check", { cwd: join(folder.path, "old") }).status).toBe(3);
  });

  test("in a repository: nobody is blamed by files of the same name there", async () => {
    const folder = repo({ "text.txt": lines(9, { 4: "bad" }) }, isBad);
    put(folder.path, { "old/text.txt": lines(9), "new/text.txt": lines(9, { 4: "bad" }) });
    const { json } = await folder.culprit("changes", "./old", "./new", "--json", "--", check);
    expect(json.cause).toEqual([{ file: "text.txt", line: 4, old: "line 4, 7776\n", new: "bad\n", text: "bad\n" }]);
  });
});

describe("--build", () => {
  const makefile = "app: main.o table.o\n\tgcc -o app main.o table.o\n%.o: %.c table.h\n\tgcc -Werror=implicit -c $<\n";
  const main =
    '#include <stdio.h>\n#include "table.h"\n\nint main(void)\n{\n\tprintf("%d\\n", entry(3));\n\treturn 0;\n}\n';
  const table =
    '#include "table.h"\n\nstatic int values[] = {1, 2, 3, 4, 5};\n\nint entry(int i)\n{\n\treturn values[i];\n}\n';
  const header = "int entry(int i);\n";
  const shifting = {
    "main.c": main.replace("entry(3)", "shifted(3)"),
    "table.h": "#define OFFSET 1\n\nint entry(int i);\nint shifted(int i);\n",
    "table.c": `${table.replace("{1, ", "{0, ")}\nint shifted(int i)\n{\n\treturn values[i + OFFSET];\n}\n`,
  };

  test("a change is found with what it needs to be built; what does not build is no failure", async () => {
    const folder = repo(
      { Makefile: makefile, "main.c": main, "table.c": table, "table.h": header, "notes.txt": lines(9) },
      '[ "$(./app)" = 5 ] && exit 3; exit 0',
    );
    commit(folder.path, "shifted, and more", { ...shifting, "notes.txt": lines(9, { 2: "x", 8: "y" }) });
    const { json, code, stderr } = await folder.culprit(...call("v1", "HEAD", "--build", "make -s"));
    expect(code, stderr).toBe(0);
    expect(json.minimal).toBe(true);
    expect(new Set(json.cause.map(({ file }) => file))).toEqual(new Set(["main.c", "table.c", "table.h"]));
    expect(json.deltas).toEqual({ total: 7, cause: 4 });
    expect(json.cause.map(({ text }) => text).join("")).not.toContain("{0, ");
    expect(json.tests.needed).toBeLessThanOrEqual(25);
  });

  test("a program that the build makes is the candidate's, not the one that lies here, and need not lie here", async () => {
    const folder = repo(
      {
        Makefile:
          "app: text.txt\n\tprintf '#!/bin/sh\\n! grep -q bad text.txt' > app; cat text.txt >> app; chmod +x app\n",
      },
      "",
    );
    commit(folder.path, "texts", { ".gitignore": "app\n", "text.txt": "\nexit 0\n", "other.txt": "1\n" });
    commit(folder.path, "bad", { "text.txt": "\nexit 3\n", "other.txt": "2\n" });
    const words = ["changes", "HEAD~1", "HEAD", "--build", "make -s", "--json", "--", "./app"];
    const missing = await folder.culprit(...words);
    expect(missing.json.cause, missing.stderr).toMatchObject([{ file: "text.txt", line: 2 }]);
    folder.script("app", "exit 3");
    const ignored = await folder.culprit(...words);
    expect(ignored.stderr).toContain("./app is ignored by git");
    expect(ignored.json.cause, ignored.stderr).toMatchObject([{ file: "text.txt", line: 2 }]);
  });

  test("a candidate of which the build makes no program cannot be judged", async () => {
    const folder = repo(
      { Makefile: "all:\n\tif grep -q 3 app.sh && grep -q 1 n.txt; then rm -f app; else cp app.sh app; fi\n" },
      "",
    );
    const program = (code: number) => `#!/bin/sh\nexit ${code}\n`;
    commit(folder.path, "old", { ".gitignore": "app\n", "app.sh": program(0), "n.txt": "1\n" });
    commit(folder.path, "new", { "app.sh": program(3), "n.txt": "2\n" });
    const build = ["--build", "make -s && chmod -f +x app; true"];
    const { json, stderr } = await folder.culprit("changes", "HEAD~1", "HEAD", ...build, "--json", "--", "./app");
    expect(json.cause, stderr).toMatchObject([{ file: "app.sh" }, { file: "n.txt", context: true }]);
    expect(json.tests.unresolved).toBe(1);
  });

  test("commits that do not build are stepped over", async () => {
    const folder = repo(
      { Makefile: makefile, "main.c": main, "table.c": table, "table.h": header },
      '[ "$(./app)" = 9 ] && exit 3; exit 0',
    );
    for (let i = 1; i < 4; i++) commit(folder.path, `fine ${i}`, { "notes.txt": `${i}\n` });
    commit(folder.path, "breaks", { "main.c": main.replace("return 0;", "return zero;") });
    for (let i = 1; i < 6; i++) commit(folder.path, `broken ${i}`, { "notes.txt": `broken ${i}\n` });
    const culprit = commit(folder.path, "mended, but wrong", { "main.c": main, "table.c": table.replace("4,", "9,") });
    for (let i = 1; i < 4; i++) commit(folder.path, `fine again ${i}`, { "notes.txt": `again ${i}\n` });
    const { json } = await folder.culprit(...call("v1", "HEAD", "--build", "make -s"));
    expect(json.stages![0]).toMatchObject({ name: "commits" });
    expect(json.cause).toMatchObject([{ file: "table.c", line: 3, commit: culprit }]);
  });

  test("an end that does not build is told", async () => {
    const folder = repo({ Makefile: "all:\n\ttrue\n", "text.txt": lines(3) }, isBad);
    commit(folder.path, "bad", { "text.txt": lines(3, { 2: "bad" }), Makefile: "all:\n\t@echo no way >&2; false\n" });
    const failing = await folder.culprit(...call("v1", "HEAD", "--build", "make -s"));
    expect(failing.code).toBe(1);
    expect(failing.stderr).toMatch(/HEAD does not build .*no way/s);
    git(folder.path, "checkout", "-q", "-b", "other", "v1");
    commit(folder.path, "does not build", { Makefile: "all:\n\t@false\n" });
    commit(folder.path, "bad", { "text.txt": lines(3, { 2: "bad" }), Makefile: "all:\n\ttrue\n" });
    const passing = await folder.culprit(...call("HEAD~1", "HEAD", "--build", "make -s"));
    expect(passing.code).toBe(1);
    expect(passing.stderr).toContain("does not pass on HEAD~1: it does not build (the build: exit 2");
  });
});

describe("interrupted", () => {
  test("by Ctrl-C it says how to go on, and goes on from there", async () => {
    const folder = repo({ "text.txt": lines(60) }, `sleep 0.1; ${isBad}`);
    const change = Object.fromEntries(Array.from({ length: 29 }, (_, i) => [2 * i + 1, `changed ${i}`]));
    commit(folder.path, "bad", { "text.txt": lines(60, { ...change, 31: "bad" }) });
    const child = folder.start(call("v1", "HEAD", "--jobs", "1"));
    await folder.hasLearned(5);
    child.kill("SIGINT");
    const stopped = await child.ended;
    expect(stopped.code).toBe(130);
    expect(stopped.json.verdict).toBe("interrupted");
    // The best result so far is there, and it fails.
    const best = join(newFolder().path, "best");
    patched(folder.path, best, { at: "v1", patch: stopped.json.files.cause! });
    expect(spawnSync(join(folder.path, check), { cwd: best }).status).toBe(3);
    // HEAD means what it meant when the run began.
    commit(folder.path, "good again", { "text.txt": lines(60) });
    const { json, code } = await folder.culprit("resume", stopped.json.run, "--json");
    expect(code).toBe(0);
    expect(causes(json)).toMatchObject([{ file: "text.txt", line: 31, text: "bad\n" }]);
    expect(json.tests.run).toBeGreaterThan(stopped.json.tests.run);
    const again = await folder.culprit("show", "last", "--json");
    expect(again.json.cause).toEqual(json.cause);
  });

  test("a working tree that was changed meanwhile is told, and taken as it was", async () => {
    const folder = repo({ "text.txt": lines(9) }, `sleep 0.2; ${isBad}`);
    put(folder.path, { "text.txt": lines(9, { 2: "two", 4: "bad" }) });
    const child = folder.start(call("HEAD", "--jobs", "1"));
    await folder.hasLearned(3);
    child.kill("SIGINT");
    await child.ended;
    commit(folder.path, "all of it", { "text.txt": lines(9, { 3: "three" }), new: "x\n" });
    const { code, json, stderr } = await folder.culprit("resume", "last", "--json");
    expect(code, stderr).toBe(0);
    expect(json.cause).toMatchObject([{ file: "text.txt", line: 4, text: "bad\n" }]);
    expect(json.deltas.total).toBe(2);
    expect(stderr).toContain("The working tree has changed since the run began: continuing with the files as they");
  });

  test("while a patch for NEW is tried, it does not say that there is none", async () => {
    const folder = repo({ "text.txt": lines(9) }, "");
    commit(folder.path, "bad", { "text.txt": lines(9, { 4: "bad" }) });
    // The fix does not apply here, so that a separate one is made, and tried last.
    commit(folder.path, "more", { "text.txt": lines(9, { 3: "three", 4: "is bad", 5: "five" }) });
    const [executions, last, reached] = ["executions", "last", "reached"].map((name) => join(newFolder().path, name));
    const isLast = `[ -e ${last} ] && [ $(wc -l < ${executions}) -ge $(cat ${last}) ]`;
    const script = newFolder().script(
      "check.sh",
      `echo >> ${executions}; if ${isLast}; then touch ${reached}; sleep 60; fi; ! grep -q bad text.txt || exit 3`,
    );
    const words = ["changes", "v1", "HEAD", "--jobs", "1", "--json", "--", script];
    const whole = await folder.culprit(...words);
    expect(whole.json.notes).toContainEqual(expect.stringContaining("A separate fix was made for HEAD"));
    writeFileSync(last!, `${readFileSync(executions!, "utf8").length}`);
    writeFileSync(executions!, "");
    const child = folder.start(words);
    await until(() => existsSync(reached!));
    child.kill("SIGINT");
    const { json } = await child.ended;
    expect(json.notes).toContain("The search was stopped before a patch was found that makes HEAD pass.");
    expect(json.notes).not.toContain("No patch was found that makes HEAD pass.");
  });

  test("by its budget among the commits it says which are left", async () => {
    const folder = repo({ "text.txt": lines(9) }, isBad);
    const commits = [4, 5, 6, 7, 8].map((i) =>
      commit(folder.path, `no ${i}`, { "text.txt": lines(9, { [i]: i === 8 ? "bad" : "x" }) }),
    );
    const { json, code } = await folder.culprit(...call("v1", "HEAD", "--max-tests", "1"));
    expect(code).toBe(0);
    expect(json).toMatchObject({ verdict: "exhausted", by: "commits", deltas: { total: 5, cause: 3 } });
    expect(json.cause.map((each) => each.commit)).toEqual(commits.slice(2));
    const { stdout } = await folder.culprit("show", "last");
    expect(stdout).toContain("The cause is among 3 of 5 commits");
    expect(stdout).toContain("no 8");
  });

  test("by its budget among the commits it counts the working tree only if it is not as committed, and lists it", async () => {
    const folder = repo({ "text.txt": lines(9) }, isBad);
    const commits = [4, 5, 6, 7, 8].map((i) =>
      commit(folder.path, `no ${i}`, { "text.txt": lines(9, { [i]: i === 8 ? "bad" : "x" }) }),
    );
    const clean = await folder.culprit(...call("v1", "--max-tests", "1"));
    expect(clean.json).toMatchObject({ verdict: "exhausted", by: "commits", deltas: { total: 5, cause: 3 } });
    expect(clean.json.cause.map((each) => each.commit)).toEqual(commits.slice(2));
    put(folder.path, { "new.txt": "x\n" });
    const dirty = await folder.culprit(...call("v1", "--max-tests", "1"));
    expect(dirty.json.cause.map(({ commit, text }) => commit ?? text)).toEqual([
      ...commits.slice(3),
      "what is not committed",
    ]);
    const { stdout } = await folder.culprit("show", "last");
    expect(stdout).toContain("The cause may be any of 2 commits, or what is not committed.");
    expect(stdout).toMatch(/^ {2}what is not committed$/m);
  });

  test("by its budget right after the commits it says which commit it is", async () => {
    const folder = repo({ "text.txt": lines(60) }, isBad);
    for (const i of [2, 4, 6]) commit(folder.path, `no ${i}`, { "text.txt": lines(60, { [i]: "x" }) });
    const change = Object.fromEntries(Array.from({ length: 20 }, (_, i) => [2 * i + 11, `changed ${i}`]));
    const bad = commit(folder.path, "bad", { "text.txt": lines(60, { ...change, 31: "bad" }) });
    const { json: found } = await folder.culprit(...call("v1", "HEAD", "--commit"));
    const { json } = await folder.culprit(...call("v1", "HEAD", "--max-tests", `${found.tests.needed}`));
    expect(json).toMatchObject({ verdict: "exhausted", by: "commits", deltas: { total: 4, cause: 1 } });
    expect(json.cause).toMatchObject([{ commit: bad }]);
    const { stdout } = await folder.culprit("show", "last");
    expect(stdout).toContain("The cause is among 1 of 4 commits.");
    expect(stdout).toContain("It was stopped before it narrowed the changes in there.");
  });

  test("by its budget it says what is left", async () => {
    const folder = repo({ "text.txt": lines(60) }, isBad);
    const change = Object.fromEntries(Array.from({ length: 30 }, (_, i) => [2 * i + 1, `changed ${i}`]));
    commit(folder.path, "bad", { "text.txt": lines(60, { ...change, 31: "bad" }) });
    const { json, code } = await folder.culprit(...call("v1", "HEAD", "--max-tests", "2"));
    expect(code).toBe(0);
    expect(json).toMatchObject({ verdict: "exhausted", minimal: false });
    expect(json.deltas.cause).toBeLessThan(json.deltas.total);
    expect(json.cause.map(({ line }) => line)).toContain(31);
  });

  test("what is left has the whole cause, and the list, the figures and the patch are about the same changes", async () => {
    const both = 'grep -q bad text.txt && grep -q worse text.txt && { echo "it is bad" >&2; exit 3; }; exit 0';
    const folder = repo({ "text.txt": lines(60) }, both);
    const change = Object.fromEntries(Array.from({ length: 30 }, (_, i) => [2 * i + 1, `changed ${i}`]));
    commit(folder.path, "bad", { "text.txt": lines(60, { ...change, 11: "bad", 41: "worse" }) });
    for (const tests of [4, 6, 8]) {
      const { json } = await folder.culprit(...call("v1", "HEAD", "--max-tests", String(tests)));
      expect(json).toMatchObject({ verdict: "exhausted", stages: [{ deltas: json.deltas }] });
      expect(json.cause.map(({ line }) => line)).toEqual(expect.arrayContaining([11, 41]));
      expect(json.cause.filter(({ context }) => context)).toEqual([]);
      expect(json.cause).toHaveLength(json.deltas.cause);
      const patch = readFileSync(json.files.cause!, "utf8");
      expect(patch.match(/^\+(?!\+)/gm)).toHaveLength(json.deltas.cause);
    }
  });
});

describe("a flaky test", () => {
  /** A test that counts its runs on what is bad, outside of every tree, and does what `at` says for that number. */
  function counting(at: string): { script: string; runs: () => number } {
    const file = join(newFolder().path, "runs");
    const script = `grep -q bad text.txt || exit 0; echo run >> ${file}; n=$(wc -l < ${file}); ${at} echo "it is bad" >&2; exit 3`;
    return { script, runs: () => readFileSync(file, "utf8").split("\n").length - 1 };
  }

  test("that shows only when the result is confirmed: no patch is said to work, and no other test is blamed", async () => {
    const steady = counting("");
    const folder = repo({ "text.txt": lines(9) }, steady.script);
    commit(folder.path, "bad", { "text.txt": lines(9, { 4: "bad", 6: "six" }) });
    expect((await folder.culprit(...call("v1", "HEAD", "--jobs", "1"))).json).toMatchObject({ minimal: true });
    // The last run on what is bad is the one that confirms the cause.
    const flaky = counting(`[ $n = ${steady.runs()} ] && exit 0;`);
    folder.script(check, flaky.script);
    const { json, stderr } = await folder.culprit(...call("v1", "HEAD", "--jobs", "1"));
    expect(json).toMatchObject({ verdict: "found", minimal: false });
    expect(json.assumptions![0]!.seen).toMatch(/^The test is flaky: .* \(pass, fail\)/);
    expect(json.patches).toMatchObject([
      { name: "cause", effect: "not confirmed" },
      { name: "fix", effect: "passes" },
    ]);
    expect(readFileSync(json.files.cause!, "utf8")).toMatch(/^# Applies to OLD \(v1, \w+\); not confirmed\.\n/);
    expect((await folder.culprit("show", "last")).stdout).toMatch(/applies to OLD \(v1, \w+\); not confirmed\n/);
    expect(stderr).not.toContain("from now on");
    expect(flaky.runs()).toBe(steady.runs() + 1);
  });

  /** A test that passes on the line that is bad alone at the runs with these numbers, so that it seems to need more. */
  function passingAt(...numbers: number[]): Folder {
    const outside = newFolder();
    const [alone, runs] = [outside.write("alone.txt", lines(9, { 4: "bad" })), join(outside.path, "runs")];
    const chance = numbers.map((number) => `[ $n = ${number} ] && exit 0;`).join(" ");
    const count = `if cmp -s text.txt ${alone}; then echo run >> ${runs}; n=$(wc -l < ${runs}); ${chance} fi`;
    const folder = repo({ "text.txt": lines(9) }, `${count}; ${isBad}`);
    commit(folder.path, "bad", { "text.txt": lines(9, { 4: "bad", 8: "harmless" }) });
    return folder;
  }

  test("that made a harmless change look needed: it is left out once more before it is blamed", async () => {
    const { json, stderr } = await passingAt(1).culprit(...call("v1", "HEAD", "--jobs", "1"));
    expect(stderr).toContain("The result does not hold in new trees, so the search is repeated");
    expect(json).toMatchObject({ minimal: true, cause: [{ line: 4 }] });
    expect(json.cause).toHaveLength(1);
  });

  test("that made a harmless change look needed, and passes by chance again: nothing is called minimal", async () => {
    const folder = passingAt(1, 3);
    const { json } = await folder.culprit(...call("v1", "HEAD", "--jobs", "1"));
    expect(json).toMatchObject({ minimal: false, cause: [{ line: 4 }, { line: 8 }] });
    expect(json.assumptions![0]!.seen).toBe(
      "The test is flaky: the cause without text.txt:8 came out differently in new trees (fail, pass). " +
        "Try --repeat auto, which runs each test often enough to see a failure that comes and goes.",
    );
    const { stdout } = await folder.culprit("show", "last");
    expect(stdout).toContain("It may fail because of text.txt:4 and text.txt:8");
    expect(stdout).toContain("not proved minimal");
  });
});

describe("--find-good", () => {
  test("walks back over tags to the nearest version that passes, and then finds the commit and the line", async () => {
    const folder = repo({ "text.txt": lines(9), "n.txt": "0\n" }, isBad);
    commit(folder.path, "fine", { "n.txt": "1\n" });
    git(folder.path, "tag", "v2");
    const culprit = commit(folder.path, "worse", { "text.txt": lines(9, { 4: "bad" }) });
    git(folder.path, "tag", "v3");
    for (let i = 2; i < 6; i++) commit(folder.path, `later ${i}`, { "n.txt": `${i}\n` });
    const { json, stderr } = await folder.culprit(...call("--find-good"));
    expect(
      json.stages!.map(({ name }) => name),
      stderr,
    ).toEqual(["versions", "commits", "changes"]);
    expect(json.cause).toMatchObject([{ file: "text.txt", line: 4, commit: culprit }]);
  });

  test("where --max-tests ends the search, it does not say that no version passes", async () => {
    const folder = repo({ "n.txt": "0\n" }, "exit 3\n");
    for (let i = 1; i < 8; i++) commit(folder.path, `later ${i}`, { "n.txt": `${i}\n` });
    const { json } = await folder.culprit(...call("--find-good", "HEAD", "--max-tests", "1"));
    expect(json.verdict).toBe("exhausted");
    expect(json.reason).toBeUndefined();
  });

  test("without a tag it takes commits, ever farther back; and says so where none passes", async () => {
    const folder = repo({ "text.txt": lines(9), "n.txt": "0\n" }, isBad);
    git(folder.path, "tag", "-d", "v1");
    commit(folder.path, "worse", { "text.txt": lines(9, { 4: "bad" }) });
    for (let i = 2; i < 8; i++) commit(folder.path, `later ${i}`, { "n.txt": `${i}\n` });
    const { json } = await folder.culprit(...call("--find-good", "HEAD"));
    expect(json.cause).toMatchObject([{ file: "text.txt", line: 4, subject: "worse" }]);
    const none = await folder.culprit("changes", "--find-good", "--json", "--", "sh", "-c", "exit 3");
    expect(none.code).toBe(1);
    expect(none.json.reason).toMatch(/None of the \d+ older versions tried passes/);
  });
});

describe("--patch", () => {
  test("the tree here passes, and fails with the patch: which of its lines?", async () => {
    const folder = repo({ "text.txt": lines(12), "other.txt": "1\n" }, isBad);
    put(folder.path, { "text.txt": lines(12, { 2: "new", 9: "bad" }), "other.txt": "2\n" });
    const patch = git(folder.path, "diff");
    git(folder.path, "checkout", "-q", ".");
    folder.write(".git/review.patch", `${patch}\n`);
    const { json, stderr } = await folder.culprit(...call("--patch", ".git/review.patch"));
    expect(json.deltas, stderr).toEqual({ total: 3, cause: 1 });
    expect(causes(json)).toMatchObject([{ file: "text.txt", line: 9, text: "bad\n", commit: undefined }]);
    expect(git(folder.path, "status", "--porcelain")).toBe("");
  });

  test("that does not apply, is not there or stands beside versions is told", async () => {
    const folder = repo({ "text.txt": lines(3) }, isBad);
    folder.write("wrong.patch", "--- a/text.txt\n+++ b/text.txt\n@@ -1 +1 @@\n-nothing like it\n+bad\n");
    const wrong = await folder.culprit(...call("--patch", "wrong.patch"));
    expect(wrong).toMatchObject({ code: 2, stderr: expect.stringContaining("does not apply") });
    folder.write("garbage.patch", "no patch at all\n");
    const garbage = await folder.culprit(...call("--patch", "garbage.patch"));
    expect(garbage.stderr).toMatch(/Git cannot read \S+garbage\.patch as a patch: No valid patches in input.*\.\n/);
    expect(garbage.stderr + wrong.stderr).not.toContain("Command failed");
    const missing = await folder.culprit(...call("--patch", "missing.patch"));
    expect(missing).toMatchObject({ code: 2, stderr: expect.stringContaining("There is no file missing.patch") });
    const both = await folder.culprit(...call("v1", "--patch", "wrong.patch"));
    expect(both).toMatchObject({ code: 2, stderr: expect.stringContaining("One version too many") });
  });
});

describe("down to the lines", () => {
  const statements = (count: number, change: Readonly<Record<number, string>>) =>
    Array.from({ length: count }, (_, i) => `  exports.value${i} = ${change[i] ?? i};\n`).join("");
  const old = `(function (root, make) {\n  make(exports);\n}(this, function named (exports) {\n${statements(60, {})}}));\n`;
  const changed = Object.fromEntries(Array.from({ length: 12 }, (_, i) => [5 * i, `${5 * i} + 0`]));
  const now = `(function (make) {\n  make(exports);\n}((function (exports) {\n${statements(60, { ...changed, 31: "310 + 1" })}})));\n`;
  const test31 = `const { value31, value0 } = require("./lib.js"); if (value0 !== 0) process.exit(125); if (value31 !== 31) throw new Error("it is " + value31);`;

  test("a library wrapped in one function is one change, of which the line is found, and the level is named", async () => {
    const folder = repo({ "lib.js": old }, "true");
    commit(folder.path, "all of it", { "lib.js": now });
    const words = ["changes", "v1", "HEAD", "--", "node", "-e", test31];
    const { json, stderr } = await folder.culprit(...words.slice(0, 3), "--json", ...words.slice(3));
    expect(json.cause, stderr).toMatchObject([{ file: "lib.js", line: 35 }]);
    expect(json.cause[0]!.text).toContain("exports.value31 =");
    expect(json.stages![0]).toMatchObject({ name: "changes", deltas: { total: 1, cause: 1 } });
    expect(json).toMatchObject({ verdict: "found", minimal: true, deltas: { cause: 1 } });
    expect(["statements", "lines", "tokens"]).toContain(json.by);
    expect(json.tests.needed).toBeLessThan(25);
    const patch = readFileSync(json.files.cause!, "utf8");
    expect(patch.split("\n").filter((line) => /^[-+] /.test(line))).toHaveLength(2);
    const { stdout } = await folder.culprit(...words);
    expect(stdout).toMatch(/proved minimal: no (statement|line|part of a line) of it can be left out/);
  });

  test("in a file of no known language the words of a line are found too", async () => {
    const line = (words: string) => `${lines(5)}${words}\n${lines(9)}`;
    const folder = repo({ "text.txt": line("one two three four five six") }, isBad);
    commit(folder.path, "words", { "text.txt": line("ONE two bad four FIVE six") });
    const { json } = await folder.culprit(...call("v1", "HEAD"));
    expect(json).toMatchObject({ by: "tokens", minimal: true, deltas: { total: 3, cause: 1 } });
    expect(json.cause).toMatchObject([
      { line: 6, old: "one two three four five six\n", new: "one two bad four five six\n" },
    ]);
  });
});

describe("a fix", () => {
  const guarded = `. ./guard.sh; grep -q bad text.txt && { echo "it is bad" >&2; exit 3; }; exit 0`;

  test("is larger than the cause where more has to go, and says why", async () => {
    const folder = repo({ "text.txt": lines(9), "guard.sh": "true\n", "other.txt": lines(9) }, guarded);
    commit(folder.path, "bad, and needed", {
      "text.txt": lines(9, { 4: "bad" }),
      "guard.sh": "grep -q bad text.txt || exit 9\n",
      "other.txt": lines(9, { 2: "x", 5: "y", 8: "z" }),
    });
    const { json } = await folder.culprit(...call("v1", "HEAD"));
    expect(json.cause).toMatchObject([{ file: "text.txt", line: 4 }]);
    expect(json.notes!.join("\n")).toMatch(/takes back 1 change besides the cause \(guard\.sh:1\): .*exit 9/);
    const fresh = join(newFolder().path, "fresh");
    patched(folder.path, fresh, { at: "HEAD", patch: json.files.fix! });
    expect(spawnSync("sh", ["-c", guarded], { cwd: fresh }).status).toBe(0);
    expect(readFileSync(json.files.fix!, "utf8")).not.toContain("other.txt");
  });

  test("does not grow because of what earlier tests left in a tree", async () => {
    const counts = `echo run >> runs; [ $(wc -l < runs) -le $(cat limit.txt) ] || { echo "too many runs" >&2; exit 3; }`;
    const folder = repo({ ".gitignore": "runs\n", "limit.txt": "5\n", "other.txt": "1\n" }, counts);
    commit(folder.path, "a lower limit", { "limit.txt": "2\n", "other.txt": "2\n" });
    folder.write("runs", "run\nrun\n");
    const { json, stderr } = await folder.culprit(...call("v1", "HEAD", "--jobs", "1"));
    expect(stderr).toContain("does not hold in new trees, so the search is repeated");
    expect(json, stderr).toMatchObject({ minimal: true, cause: [{ file: "limit.txt" }] });
    expect(json.notes ?? []).toEqual([]);
    expect(readFileSync(json.files.fix!, "utf8")).not.toContain("other.txt");
  });

  test("names its base, and is made anew for a NEW to which it does not apply", async () => {
    const folder = repo({ "text.txt": lines(9) }, isBad);
    commit(folder.path, "fine", { "text.txt": lines(9, { 9: "nine" }) });
    const culprit = commit(folder.path, "worse", { "text.txt": lines(9, { 4: "bad", 9: "nine" }) });
    commit(folder.path, "moved on", { "text.txt": lines(9, { 3: "three", 4: "still bad", 5: "five", 9: "nine" }) });
    git(folder.path, "tag", "v2");
    const { json } = await folder.culprit(...call("v1", "v2"));
    const bases = Object.fromEntries(json.patches!.map(({ name, base, effect }) => [name, `${base} ${effect}`]));
    expect(bases).toEqual({
      cause: expect.stringMatching(/^the culprit's parent \(\w{10}\) fails$/),
      fix: `the culprit (${culprit.slice(0, 10)}) passes`,
      causeOnOld: expect.stringMatching(/^OLD \(v1, \w{10}\) fails$/),
      fixOnNew: expect.stringMatching(/^NEW \(v2, \w{10}\) passes$/),
    });
    for (const [at, name, status] of [
      ["v1", "causeOnOld", 3],
      ["v2", "fixOnNew", 0],
    ] as const) {
      const fresh = join(newFolder().path, "fresh");
      patched(folder.path, fresh, { at, patch: json.files[name]! });
      expect(spawnSync("sh", ["-c", isBad], { cwd: fresh }).status).toBe(status);
      expect(readFileSync(json.files[name]!, "utf8")).toMatch(
        /^# Applies to (OLD|NEW) \(v\d, \w+\): with it the test (fails|passes)\.\ndiff --git/,
      );
    }
    const { stdout } = await folder.culprit("show", "last");
    expect(stdout).toMatch(/fix {2}\S+fix\.patch {2}applies to the culprit \(\w+\): with it the test passes/);
  });

  test("of the cause that OLD does not take is told", async () => {
    const folder = repo({ "text.txt": "old\n" }, isBad);
    commit(folder.path, "new text", { "text.txt": lines(9) });
    commit(folder.path, "worse", { "text.txt": lines(9, { 4: "bad" }) });
    const { json } = await folder.culprit(...call("v1", "HEAD"));
    expect(json.files.causeOnOld).toBeUndefined();
    expect(json.notes!.join("\n")).toMatch(/patch of the cause does not apply to OLD \(v1, \w{10}\)/);
  });

  test("of the cause that OLD passes with is told, without a guess why", async () => {
    const folder = repo({ "text.txt": lines(9), "flag.txt": "off\n" }, `grep -q off flag.txt && exit 0; ${isBad}`);
    commit(folder.path, "on", { "flag.txt": "on\n" });
    commit(folder.path, "worse", { "text.txt": lines(9, { 4: "bad" }) });
    const { json } = await folder.culprit(...call("v1", "HEAD"));
    expect(json.files.causeOnOld).toBeUndefined();
    expect(json.notes!.join("\n")).toMatch(
      /^The patch of the cause does not make OLD \(v1, \w{10}\) fail: it passes there\.$/m,
    );
  });
});
