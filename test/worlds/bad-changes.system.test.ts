import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { AnyFinding } from "../any-finding.ts";
import { newFolder } from "../cli/culprit.ts";
import { commit, type Files, git, patched, put, repository } from "../cli/repository.ts";
import { until } from "../until.ts";
import { BadDay, ordinaryUser, runningWith } from "./bad-day.ts";

/** Outside of the repository's files, where no version has it. */
const check = ".git/check";
const call = (...words: string[]) => ["changes", ...words, "--json", "--", check];

/** A day in a repository whose tag v1 holds these files. */
function dayWith(files: Files, test: string, day = new BadDay()): BadDay {
  repository(day.folder.path, files);
  day.script(check, test);
  return day;
}

const changed = ({ cause }: AnyFinding) =>
  cause.map(({ file, change, line }) => (change ? `${file} ${change}` : `${file}:${line}`)).sort();

/** What `git apply` makes of a commit in a fresh checkout with the patch. */
function checkedOut(day: BadDay, at: string, patch: string): string {
  const to = join(newFolder().path, "fresh");
  patched(day.folder.path, to, { at, patch });
  return to;
}

describe("files of all kinds", () => {
  const unlike = (from: string) => Array.from({ length: 6 }, (_, i) => `${from} ${i ** 3}\n`).join("");

  /** Each is to be found, and only together they fail. */
  interface Kind {
    readonly old: Files;
    readonly now: Files;
    readonly fails: string;
    readonly cause: readonly string[];
  }

  const kinds: Record<string, Record<string, Kind>> = {
    "binaries, links and folders": {
      "text becomes binary": {
        old: { "a-text": "text\n" },
        now: { "a-text": Buffer.from([1, 0, 2, 255]) },
        fails: "[ $(wc -c < a-text) = 4 ]",
        cause: ["a-text replaced"],
      },
      "binary becomes text": {
        old: { "b-bytes": Buffer.from([0]) },
        now: { "b-bytes": "text\n" },
        fails: "grep -q text b-bytes",
        cause: ["b-bytes replaced"],
      },
      "a file becomes a link, and a link a file": {
        old: { "c-file": "text\n", "c-link": { link: "y" } },
        now: { "c-file": { link: "y" }, "c-link": "was a link\n" },
        fails: "[ -L c-file ] && [ ! -L c-link ]",
        cause: ["c-file replaced", "c-link replaced"],
      },
      "a link leads elsewhere": {
        old: { "d-link": { link: "y" } },
        now: { "d-link": { link: "z" } },
        fails: "[ $(readlink d-link) = z ]",
        cause: ["d-link replaced"],
      },
      "a file becomes a folder, and a folder a file": {
        old: { "e-file": "text\n", "e-folder/a": unlike("a"), "e-folder/b": unlike("b") },
        now: { "e-file": null, "e-file/a/b": "deep\n", "e-folder": "flat\n" },
        fails: "[ -d e-file ] && [ -f e-folder ]",
        cause: ["e-file replaced", "e-folder replaced"],
      },
    },
    "texts and modes": {
      "line ends": {
        old: { "a-lf": "a\nb\n", "a-crlf": "a\r\n" },
        now: { "a-lf": "a\r\nb\r\n", "a-crlf": "a\n" },
        fails: "[ $(tr -dc '\\r' < a-lf | wc -c) = 2 ] && [ $(tr -dc '\\r' < a-crlf | wc -c) = 0 ]",
        cause: ["a-crlf:1", "a-lf:1"],
      },
      "no end of the last line": {
        old: { "b-none": "a\nb\nc", "b-one": "y\n" },
        now: { "b-none": "a\nb\nc\n", "b-one": "y" },
        fails: "[ $(wc -l < b-none) = 3 ] && [ $(wc -l < b-one) = 0 ]",
        cause: ["b-none:3", "b-one:1"],
      },
      "bytes that are no UTF-8": {
        old: { "c-latin": Buffer.from("caf\xe9\n", "latin1") },
        now: { "c-latin": Buffer.from("th\xe9\n", "latin1") },
        fails: "[ $(wc -c < c-latin) = 4 ]",
        cause: ["c-latin replaced"],
      },
      modes: {
        old: { "d-program": { program: "#!/bin/sh\n" }, "d-text": "#!/bin/sh\n" },
        now: { "d-program": "#!/bin/sh\n", "d-text": { program: "#!/bin/sh\necho\n" } },
        fails: "[ ! -x d-program ] && [ -x d-text ]",
        cause: ["d-program mode", "d-text mode"],
      },
      "empty files that come and go": {
        old: { "e-gone": "" },
        now: { "e-gone": null, "e-come/deep": "" },
        fails: "[ -e e-come/deep ] && [ ! -e e-gone ]",
        cause: ["e-come/deep added", "e-gone deleted"],
      },
    },
    "names and renames": {
      "odd names": {
        old: { "spaß mit ö": "1\n", "a b/c\td": "1\n", "new\nline": "1\n2\n", '"quoted"\\': "1\n", "-dash": "1\n" },
        now: {
          "spaß mit ö": "bad\n",
          "a b/c\td": "bad\n",
          "new\nline": "1\nbad\n",
          '"quoted"\\': "bad\n",
          "-dash": "bad\n",
        },
        fails: "[ $(grep -rl --exclude-dir=.git bad . | tr -dc '.' | wc -c) = 5 ]",
        cause: ['"quoted"\\:1', "-dash:1", "a b/c\td:1", "new\nline:2", "spaß mit ö:1"],
      },
      "renames with edits": {
        old: { "old name": unlike("line") },
        now: { "old name": null, "dir/new name": unlike("line").replace("line 27", "worse") },
        fails: 'grep -q worse "dir/new name" && [ ! -e "old name" ]',
        cause: ["dir/new name renamed", "dir/new name:4"],
      },
    },
  };

  test.each(Object.entries(kinds))("%s", async (_, some) => {
    const all = Object.values(some);
    const files = (which: "old" | "now"): Files => Object.assign({}, ...all.map((each) => each[which]));
    const test = `${all.map(({ fails }) => fails).join(" && ")} && exit 3; exit 0`;
    const day = dayWith({ ...files("old"), y: "1\n", z: unlike("z") }, test);
    const now = { ...files("now"), y: "2\n", z: unlike("z").replace("z 8", "other") };
    commit(day.folder.path, "all of it", now);
    const expected = all.flatMap(({ cause }) => cause).sort();
    const { json, code, stderr } = await day.culprit(...call("v1", "HEAD"));
    expect(code, stderr).toBe(0);
    expect(changed(json)).toEqual(expected);
    expect(json.minimal).toBe(true);
    expect(json.deltas.cause).toBeGreaterThanOrEqual(expected.length);
    expect(json.deltas.total).toBeGreaterThan(expected.length + 1);
    const ends = (folder: string) => spawnSync(day.path(check), { cwd: folder }).status;
    expect(ends(checkedOut(day, "v1", json.files.cause!))).toBe(3);
    expect(ends(checkedOut(day, "HEAD", json.files.fix!))).toBe(0);
    git(day.folder.path, "checkout", "-q", "v1");
    put(day.folder.path, now);
    expect(changed((await day.culprit(...call("HEAD"))).json)).toEqual(expected);
  });

  test("a submodule or another repository is there as it lies here, and no change", async () => {
    const module = newFolder();
    repository(module.path, { "lib.sh": "answer=42\n" });
    const day = dayWith(
      { "text.txt": "good\n" },
      ". ./lib/lib.sh && [ $answer = 42 ] && [ -e own/x ] || exit 9; grep -q bad text.txt && exit 3; exit 0",
    );
    const { path } = day.folder;
    git(path, "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", module.path, "lib");
    commit(path, "with a module", {});
    commit(path, "bad", { "text.txt": "bad\n" });
    mkdirSync(join(path, "own"));
    repository(join(path, "own"), { x: "" });
    const { json, stderr } = await day.culprit(...call("HEAD~1"));
    expect(json.cause, stderr).toMatchObject([{ file: "text.txt", line: 1 }]);
    expect(stderr).not.toContain("submodule");
    commit(module.path, "more", { "more.txt": "" });
    git(path, "-C", "lib", "-c", "protocol.file.allow=always", "pull", "-q");
    const moved = await day.culprit(...call("HEAD~1"));
    expect(moved.json.cause).toMatchObject([{ file: "text.txt", line: 1 }]);
    expect(moved.stderr).toContain("The submodule lib differs between the versions; every test uses it as it is here.");
  });

  test("line ends that git makes at checkout are no change", async () => {
    const day = dayWith(
      { ".gitattributes": "*.txt eol=crlf\n", "a.txt": "one\ntwo\n", "b.txt": "x\n", "text.txt": "good\n" },
      "grep -q bad text.txt && exit 3; [ $(tr -dc '\\r' < a.txt | wc -c) = 2 ] || exit 9",
    );
    const { path } = day.folder;
    put(path, { "a.txt": "one\r\ntwo\r\n", "b.txt": "x\r\n", "text.txt": "bad\r\n" });
    utimesSync(join(path, "b.txt"), 1e9, 1e9);
    const { json, stderr } = await day.culprit(...call("HEAD"));
    expect(json.deltas, stderr).toEqual({ total: 1, cause: 1 });
    expect(json.cause).toMatchObject([{ file: "text.txt", old: "good\r\n", new: "bad\r\n" }]);
  });

  test("modes that the file system cannot keep are no change", async () => {
    const day = dayWith(
      { "text.txt": "good\n", "run.sh": { program: "#!/bin/sh\n" }, x: "1\n" },
      "grep -q bad text.txt && exit 3; [ -x run.sh ] && [ ! -x x ] || exit 9",
    );
    git(day.folder.path, "config", "core.fileMode", "false");
    put(day.folder.path, { "text.txt": { program: "bad\n" }, "run.sh": "#!/bin/sh\n", x: { program: "1\n" } });
    const { json, stderr } = await day.culprit(...call("HEAD"));
    expect(json.deltas, stderr).toEqual({ total: 1, cause: 1 });
    expect(changed(json)).toEqual(["text.txt:1"]);
  });
});

describe("repositories", () => {
  test("with 5,000 files: a change is found", async () => {
    const folder = newFolder();
    const numbers = Array.from({ length: 5000 }, (_, i) => i);
    repository(folder.path, Object.fromEntries(numbers.map((i) => [`d${i % 50}/f${i}.txt`, `file ${i}\n`])));
    folder.script(check, "grep -q bad d17/f2017.txt && exit 3; exit 0");
    for (const i of numbers.filter((i) => i % 12 === 1))
      put(folder.path, { [`d${i % 50}/f${i}.txt`]: `changed ${i}\n` });
    put(folder.path, { "d17/f2017.txt": "bad\n", "d17/new.txt": "new\n", d18: null });
    const { json, stderr } = await folder.culprit(...call("HEAD", "--jobs", "1"));
    expect(changed(json), stderr).toEqual(["d17/f2017.txt:1"]);
    expect(json.deltas.total).toBeGreaterThan(500);
    expect(json.tests.needed).toBeLessThanOrEqual(14);
  });

  test("the user's tree, index, branch and stash are not touched, in the middle of a merge and with a detached HEAD", async () => {
    const day = dayWith(
      { "text.txt": "good\n", "other.txt": "a\n", ".gitignore": "*.log\n" },
      "grep -q bad text.txt && exit 3; exit 0",
    );
    const { path } = day.folder;
    put(path, { "other.txt": "stashed\n" });
    git(path, "stash", "-q");
    git(path, "checkout", "-q", "-b", "side");
    commit(path, "side", { "other.txt": "b\n" });
    git(path, "checkout", "-q", "--detach", "main");
    commit(path, "bad", { "text.txt": "bad\n" });
    commit(path, "more", { "other.txt": "c\n" });
    expect(spawnSync("git", ["-c", "user.name=A", "-c", "user.email=a@b", "merge", "side"], { cwd: path }).status).toBe(
      1,
    );
    put(path, { "staged.txt": "1\n" });
    git(path, "add", "staged.txt");
    put(path, { "staged.txt": "2\n", "untracked.txt": "x\n", "kept.log": "log\n" });
    const index = () => readFileSync(join(path, ".git/index"), "base64");
    const state = () => [
      index(),
      ...["status --porcelain -uall", "for-each-ref", "stash list", "worktree list", "rev-parse HEAD"].map((words) =>
        git(path, "--no-optional-locks", ...words.split(" ")),
      ),
    ];
    const before = state();
    const { json, stderr } = await day.culprit(...call("v1"));
    expect(json.cause, stderr).toMatchObject([{ file: "text.txt", subject: "bad" }]);
    expect(state()).toEqual(before);
    expect(spawnSync("find", [".git", "-name", "*.lock"], { cwd: path, encoding: "utf8" }).stdout).toBe("");
  });

  test("that are shallow, or have no way from OLD to NEW: the lines are found", async () => {
    const day = dayWith({ "text.txt": "a\n\nc\n", "other.txt": "x\n" }, "grep -q bad text.txt && exit 3; exit 0");
    const { path } = day.folder;
    commit(path, "one", { "other.txt": "y\n" });
    commit(path, "bad", { "text.txt": "a\n\nbad\n" });
    git(path, "checkout", "-q", "--orphan", "alone");
    commit(path, "alone", { "text.txt": "b\n\nc\n", "more.txt": "" });
    const { json, stderr } = await day.culprit(...call("alone", "main"));
    expect(json.cause, stderr).toMatchObject([{ file: "text.txt", line: 3, subject: "bad" }]);
    git(path, "checkout", "-q", "main");
    git(path, "clone", "-q", "--depth", "2", `file://${path}`, join(path, "shallow"));
    const shallow = await day.shell("cd shallow && culprit changes HEAD~1 HEAD --json -- ../.git/check");
    expect(JSON.parse(shallow.stdout).cause, shallow.stderr).toMatchObject([
      { file: "text.txt", line: 3, subject: "bad" },
    ]);
    const beyond = await day.shell("cd shallow && culprit changes HEAD~2 HEAD --json -- ../.git/check");
    expect(beyond.code).toBe(2);
    expect(beyond.stderr).toContain("HEAD~2 is neither a folder nor a revision of the repository here");
  });
});

describe("tests that misbehave", () => {
  const bad = "grep -q bad text.txt && exit 3; exit 0";
  const files = { "text.txt": "1\n\n2\n\n3\n", "a/b/c.txt": "x\n", "run.sh": "exit 0\n" };
  const changes = { "text.txt": "one\n\nbad\n\nthree\n", "a/b/d.txt": "d\n" };

  test.each([
    ["dirties the tree", "echo bad >> text.txt; rm -r a; echo > a; echo y > new.txt"],
    ["removes its own folder", 'rm -rf "$PWD"'],
    ["puts links in the place of folders", 'rm -r a; ln -s "$CULPRIT_CWD/a" a'],
    [
      "commits",
      "git init -q && git add -A && git -c user.name=A -c user.email=a@b commit -qm x && git reset -q --hard && git clean -qfdx",
    ],
    ["asks git for more than it has", "git checkout -q main || git stash -q || git commit -qam x || git clean -fdx"],
  ])("a test that %s", async (_, deed) => {
    const day = dayWith(
      files,
      `r=0; grep -q bad text.txt && [ "$(cat a/b/c.txt)" = x ] && r=3; { ${deed}; } > /dev/null 2>&1; exit $r`,
    );
    put(day.folder.path, changes);
    // The trees of tests are in the user's repository, too.
    mkdirSync(day.path("tmp"));
    const { json, stderr } = await day.under({ TMPDIR: day.path("tmp") }, ...call("HEAD"));
    expect(json.cause, stderr).toMatchObject([{ file: "text.txt", line: 3, text: "bad\n" }]);
    expect(readdirSync(day.path("tmp"))).toEqual([]);
    expect(git(day.folder.path, "log", "--oneline").split("\n")).toHaveLength(1);
  });

  test("a test that closes folders to everyone", async ({ skip }) => {
    const { uid, reason } = ordinaryUser();
    if (reason) skip(reason);
    const day = new BadDay(uid);
    dayWith(
      files,
      `[ -r a/b/c.txt ] || exit 9; r=0; grep -q bad text.txt && r=3; chmod 000 a/b a; chmod 500 .; exit $r`,
      day,
    );
    put(day.folder.path, changes);
    if (uid !== undefined) spawnSync("chown", ["-R", String(uid), day.folder.path]);
    const { json, stderr } = await day.culprit(...call("HEAD"));
    expect(json.cause, stderr).toMatchObject([{ file: "text.txt", line: 3 }]);
  });

  test("a build that depends on where it is", async () => {
    const day = dayWith(
      { ...files, Makefile: "app: text.txt\n\tpwd > where; cp text.txt app\n" },
      `[ "$(cat where)" = "$PWD" ] || exit 9; grep -q bad app && exit 3; exit 0`,
    );
    put(day.folder.path, changes);
    const { json, stderr } = await day.culprit(...call("HEAD", "--build", "make -s"));
    expect(json.cause, stderr).toMatchObject([{ file: "text.txt", line: 3 }]);
    expect(json.assumptions ?? []).toEqual([]);
  });

  test("a test that waits to be killed, by Ctrl-C or for good: nothing stays", async () => {
    const day = dayWith(files, `sleep 0.3; ${bad}`);
    const { path } = day.folder;
    put(path, changes);
    const before = git(path, "--no-optional-locks", "status", "--porcelain", "-uall");
    const isLeft = () => readdirSync(day.temporary.path).length > 0 || runningWith(day.temporary.path).length > 0;
    const runs = join(path, ".culprit/runs");
    const journals = () => (existsSync(runs) ? day.records.map((record) => join(record, "journal.jsonl")) : []);
    const hasBegun = () => journals().some((journal) => existsSync(journal) && readFileSync(journal, "utf8") !== "");
    for (const [signal, isTime] of [
      ["SIGINT", isLeft],
      ["SIGKILL", isLeft],
      ["SIGKILL", hasBegun],
    ] as const) {
      const child = day.start(call("HEAD", "--jobs", "2"));
      await until(isTime);
      child.kill(signal);
      await child.ended;
      await until(() => !isLeft());
      day.expectNothingLeft();
    }
    expect(git(path, "--no-optional-locks", "status", "--porcelain", "-uall")).toBe(before);
    expect(git(path, "worktree", "list").split("\n")).toHaveLength(1);
    expect(git(path, "branch", "--list")).toBe("* main");
    expect(spawnSync("find", [".git", "-name", "*.lock"], { cwd: path, encoding: "utf8" }).stdout).toBe("");
    const resumed = await day.culprit("resume", "last", "--json");
    expect(resumed.code, resumed.stderr).toBe(0);
    expect(resumed.json.cause).toMatchObject([{ file: "text.txt", line: 3 }]);
  });

  test("a disk that fills under the trees: it is told, and a resume goes on", async ({ skip }) => {
    const day = dayWith({ ...files, large: "x".repeat(300_000) }, bad);
    put(day.folder.path, changes);
    mkdirSync(day.path("small"));
    const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", "size=200k", "tmpfs", day.path("small")]);
    if (mounted.status !== 0) skip(`no small disk can be mounted here: ${mounted.stderr}`);
    try {
      const { code, stderr } = await day.under({ TMPDIR: day.path("small") }, ...call("HEAD"));
      expect(code).toBe(1);
      expect(stderr).toMatch(/no space left on device.*Free some space, then go on with: culprit resume last/is);
      expect(readdirSync(day.path("small"))).toEqual([]);
      const { json } = await day.culprit("resume", "last", "--json");
      expect(json.cause).toMatchObject([{ file: "text.txt", line: 3 }]);
    } finally {
      spawnSync("umount", ["--lazy", day.path("small")]);
    }
  });
});

describe("what cannot be", () => {
  test("ends that do not fit are told, each in its own words", async () => {
    const day = dayWith({ "text.txt": "good\n" }, "grep -q bad text.txt && exit 3; exit 0");
    const { path } = day.folder;
    commit(path, "bad", { "text.txt": "bad\n" });
    commit(path, "worse", { "text.txt": "bad bad\n" });
    const told = async (...words: string[]) => {
      const { code, stderr } = await day.culprit(...call(...words));
      return { code, stderr };
    };
    const swapped = await told("HEAD", "v1");
    expect(swapped.code).toBe(1);
    expect(swapped.stderr).toMatch(/does not fail on v1|v1 .*pass|test passes/i);
    const both = await told("HEAD~1", "HEAD");
    expect(both.code).toBe(1);
    expect(both.stderr).toContain("The test fails on HEAD~1 in the same way as on HEAD (exit 3).");
    const same = await told("HEAD", "HEAD");
    expect(same.code).toBe(2);
    expect(same.stderr).toContain("HEAD and HEAD are the same");
    const unknown = await told("v0", "HEAD");
    expect(unknown.code).toBe(2);
    expect(unknown.stderr).toContain("v0 is neither a folder nor a revision of the repository here.");
    const dash = await day.culprit("changes", "v1", "HEAD^{tree}", "--", check);
    expect(dash.code).toBe(2);
    const pinned = await day.culprit("changes", "v1", "HEAD", "--", "grep", "-q", "good", "text.txt");
    expect(pinned.code).toBe(2);
    expect(pinned.stderr).toMatch(/The test names text\.txt/);
  });

  test("without git, or where git refuses, it is told why", async () => {
    const day = dayWith({ "text.txt": "good\n" }, "grep -q bad text.txt && exit 3; exit 0");
    put(day.folder.path, { "text.txt": "bad\n", "old/text.txt": "good\n", "new/text.txt": "bad\n" });
    const bin = newFolder();
    for (const name of ["sh", "grep", "perl", "env", "cat"]) {
      const { stdout } = spawnSync("sh", ["-c", `command -v ${name}`], { encoding: "utf8" });
      put(bin.path, { [name]: { link: stdout.trim() } });
    }
    const missing = await day.under({ PATH: bin.path }, ...call("HEAD"));
    expect(missing.code).toBe(2);
    expect(missing.stderr).toContain("git");
    expect(missing.stderr).toMatch(/install|PATH/);
    const folders = await day.under({ PATH: bin.path }, ...call("./old", "./new"));
    expect([folders.code, folders.stderr]).toEqual([2, expect.stringMatching(/git.*(install|PATH)/s)]);
    const config = newFolder().write("config", "[broken\n");
    const refused = await day.under({ GIT_CONFIG_GLOBAL: config }, ...call("HEAD"));
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain("config");
  });

  test("outside of a repository", async () => {
    const day = new BadDay();
    put(day.folder.path, { "old/x": "1\n", file: "x" });
    const none = await day.culprit("changes", "HEAD", "--", "true");
    expect([none.code, none.stderr]).toEqual([2, expect.stringContaining("there is no git repository here")]);
    const one = await day.culprit("changes", "old", "--", "true");
    expect([one.code, one.stderr]).toEqual([2, expect.stringContaining("name two folders")]);
    const file = await day.culprit("changes", "old", "file", "--", "true");
    expect([file.code, file.stderr]).toEqual([2, expect.stringContaining("file is not a folder")]);
    expect(existsSync(day.path(".culprit"))).toBe(false);
  });

  test("a file that may not be read is told", async ({ skip }) => {
    const { uid, reason } = ordinaryUser();
    if (reason) skip(reason);
    const day = new BadDay(uid);
    dayWith({ "text.txt": "good\n" }, "exit 3", day);
    put(day.folder.path, { "text.txt": "bad\n", "closed.txt": "x\n" });
    if (uid !== undefined) spawnSync("chown", ["-R", String(uid), day.folder.path]);
    chmodSync(day.path("closed.txt"), 0);
    const { code, stderr } = await day.culprit(...call("HEAD"));
    expect(code).toBe(2);
    expect(stderr).toMatch(/closed\.txt.*permission denied/is);
    expect(statSync(day.path("closed.txt")).mode & 0o777).toBe(0);
  });
});
