import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type Folder, newFolder } from "../cli/culprit.ts";
import { commit, type Files, git, put, repository } from "../cli/repository.ts";

/** Outside of the repository's files, where no version has it. */
const check = ".git/check";
const changes = (...words: string[]) => ["changes", ...words, "--json", "--", check];
const history = (...words: string[]) => ["history", ...words, "--json", "--", check];
const isBad = "if grep -q bad text; then echo 'error: bad text' >&2; exit 3; fi";

/** A repository whose second commit, of four, makes the text bad. */
function repo(files: Files = {}, test = isBad): Folder {
  const folder = newFolder();
  repository(folder.path, { text: "good\n", other: "0\n", ...files });
  folder.script(check, test);
  commit(folder.path, "makes it bad", { text: "bad\n", other: "1\n" });
  commit(folder.path, "more", { other: "2\n" });
  commit(folder.path, "even more", { other: "3\n" });
  return folder;
}

const isFound = { verdict: "found", cause: [{ file: "text", line: 1, subject: "makes it bad" }] };

async function expectFound(folder: Folder, argv: readonly string[], found: object = isFound): Promise<string> {
  const { json, stderr, code } = await folder.start(argv).ended;
  expect(code, stderr).toBe(0);
  expect(json).toMatchObject(found);
  return stderr;
}

async function expectRefused(folder: Folder, argv: readonly string[], message: string): Promise<void> {
  const { code, stderr } = await folder.start(argv).ended;
  expect([code, stderr]).toEqual([expect.any(Number), expect.stringContaining(message)]);
  expect(code).not.toBe(0);
}

describe("what a checkout makes of a version", () => {
  const hasReturn = (name: string) => `grep -q "$(printf '\\r')" ${name}`;

  test("is by the attributes of that version, not by those here", async () => {
    const folder = newFolder();
    repository(folder.path, { data: "a\nb\n", "sub/data": "a\n", other: "0\n" });
    folder.script(check, `${hasReturn("sub/data")} || exit 0; ${hasReturn("data")} && exit 3; exit 0`);
    commit(folder.path, "one", { ".gitattributes": "data text eol=crlf\n", "sub/.gitattributes": "data eol=crlf\n" });
    commit(folder.path, "two", { other: "1\n" });
    const cause = [
      { file: "data", line: 1, subject: "one" },
      { file: "sub/data", line: 1 },
    ];
    await expectFound(folder, changes("v1", "HEAD"), { cause });
    await expectFound(folder, history("--from", "HEAD"), { cause });
    // In the other direction, with attributes here that no version has.
    folder.script(check, `${hasReturn("data")} && exit 0; exit 3`);
    commit(folder.path, "back", { ".gitattributes": null, other: "2\n" });
    put(folder.path, { ".gitattributes": "* eol=crlf\n" });
    await expectFound(folder, changes("HEAD~1", "HEAD"), {
      cause: [{ file: "data", old: "a\r\nb\r\n", new: "a\nb\n" }],
    });
  });

  test("is run through the filters that are set up; where one is missing or fails, it is told", async () => {
    const pointer = "version https://git-lfs.github.com/spec/v1\n";
    const folder = repo(
      { ".gitattributes": "*.bin filter=lfs\n", "a.bin": pointer },
      `grep -q smudged a.bin || exit 5; ${isBad}`,
    );
    const { path } = folder;
    const without = await folder.start(changes("v1", "HEAD")).ended;
    const note = "Git LFS is not set up here, so versions from git contain a pointer instead of a.bin.";
    expect([without.code, without.stderr]).toEqual([1, expect.stringContaining(note)]);
    expect(without.json.reason).toContain(note);
    git(path, "config", "filter.lfs.smudge", "echo smudged");
    git(path, "config", "filter.lfs.clean", `printf '${pointer.trim()}\\n'`);
    await expectFound(folder, changes("v1", "HEAD"));
    await expectFound(folder, history("--from", "HEAD"));
    git(path, "config", "filter.lfs.smudge", "false");
    git(path, "config", "filter.lfs.required", "true");
    commit(path, "another", { "a.bin": `${pointer}2\n` });
    await expectRefused(folder, changes("v1", "HEAD"), "git lfs fetch --all");
  });

  test("is as sparse as the checkout here", async () => {
    const folder = repo(
      { "in/x": "1\n", "out/y": "1\n", "out/deep/z": "1\n" },
      `[ -e in/x ] || exit 7; [ -e out ] && exit 8; ${isBad}`,
    );
    commit(folder.path, "outside", { "out/y": "2\n" });
    git(folder.path, "sparse-checkout", "set", "in");
    for (const argv of [changes("v1"), changes("v1", "HEAD"), history()])
      expect(await expectFound(folder, argv)).toContain(
        "Sparse checkout: files outside it are missing from every version.",
      );
    git(folder.path, "sparse-checkout", "set", "--no-cone", "/*", "!/out/deep", "!*/y");
    await expectFound(folder, changes("v1", "HEAD"));
  });

  test("has files where the file system has no links", async () => {
    const folder = repo({ link: { link: "text" } }, `[ -L link ] && exit 7; ${isBad}`);
    git(folder.path, "config", "core.symlinks", "false");
    put(folder.path, { link: "text" });
    await expectFound(folder, changes("v1"), { ...isFound, deltas: { total: 2 } });
    await expectFound(folder, history());
  });

  test("keeps names that are not UTF-8, as long as they stay the same", async () => {
    const folder = newFolder();
    git(folder.path, "init", "-q", "-b", "main");
    const odd = (name: string) => Buffer.concat([Buffer.from(`${folder.path}/${name}`), Buffer.from([0xe9])]);
    writeFileSync(odd("f"), "same\n");
    commit(folder.path, "odd", { text: "good\n" });
    commit(folder.path, "makes it bad", { text: "bad\n" });
    folder.script(check, `[ "$(cat f*)" = same ] || exit 7; ${isBad}`);
    await expectFound(folder, changes("HEAD~1", "HEAD"));
    expect(git(folder.path, "status", "--porcelain")).toBe("");
    put(folder.path, { more: "1\n" });
    await expectFound(folder, history());
    writeFileSync(odd("untracked"), "");
    expect(await expectFound(folder, changes("HEAD~1"))).toMatch(
      /untracked.* is left out: its name is not valid UTF-8/,
    );
    writeFileSync(odd("f"), "other\n");
    for (const argv of [changes("HEAD~1"), history()])
      await expectRefused(folder, argv, "is not valid UTF-8. Rename it");
  });
});

describe("what a clone lacks is told, with the command that gets it", () => {
  const cloned = (...words: string[]) => {
    const from = repo();
    git(from.path, "config", "uploadpack.allowFilter", "true");
    const clone = newFolder();
    git(clone.path, "clone", "-q", ...words, `file://${from.path}`, ".");
    clone.script(check, isBad);
    return clone;
  };

  test("shallow", async () => {
    const clone = cloned("--depth", "2");
    await expectRefused(clone, changes("HEAD~3", "HEAD"), "git fetch --unshallow");
    const { json } = await clone.start(changes("--find-good")).ended;
    expect(json.reason).toMatch(/back to the oldest one here.*git fetch --unshallow/s);
    expect((await clone.start(history()).ended).json.reason).toContain("git fetch --unshallow");
    git(clone.path, "fetch", "-q", "--unshallow");
    await expectFound(clone, changes("--find-good"));
  });

  test("partial: it is fetched, or git cannot", async () => {
    await expectFound(cloned("--filter=blob:none"), changes("HEAD~3", "HEAD"));
    const clone = cloned("--filter=blob:none");
    const url = git(clone.path, "config", "remote.origin.url");
    git(clone.path, "config", "remote.origin.url", "file:///nowhere");
    const command = "git fetch --refetch --no-filter";
    for (const argv of [changes("HEAD~3"), history()]) await expectRefused(clone, argv, command);
    git(clone.path, "config", "remote.origin.url", url);
    git(clone.path, ...command.split(" ").slice(1), "-q");
    git(clone.path, "config", "remote.origin.url", "file:///nowhere");
    await expectFound(clone, history());
  });

  test("a submodule that differs: nothing is said about what changed", async () => {
    const module = newFolder();
    repository(module.path, { answer: "good\n" });
    const folder = repo({}, "grep -q good lib/answer && exit 0; exit 3");
    const withFiles = ["-c", "protocol.file.allow=always"];
    git(folder.path, ...withFiles, "submodule", "--quiet", "add", module.path, "lib");
    commit(folder.path, "with a module", {});
    commit(module.path, "bad", { answer: "bad\n" });
    git(folder.path, "-C", "lib", ...withFiles, "pull", "-q");
    commit(folder.path, "another module", { other: "4\n" });
    const { json } = await folder.start(changes("HEAD~1")).ended;
    expect(json.reason).toContain("The submodule lib differs between the versions; every test uses it as it is here.");
    const back = await folder.start(history("--back-to", "HEAD~1")).ended;
    expect(back.json.reason).toMatch(/on every version tried.*The submodule lib differs between the versions/s);
    expect(back.json.reason).not.toContain("at least that old");
    // What is in it is no part of a patch either.
    folder.script(check, isBad);
    commit(folder.path, "good", { text: "good\n" });
    put(folder.path, { text: "bad\n", other: "5\n" });
    writeFileSync(join(folder.path, ".git/a.patch"), `${git(folder.path, "diff")}\n`);
    git(folder.path, "checkout", "-q", ".");
    await expectFound(folder, changes("--patch", ".git/a.patch"), { cause: [{ file: "text" }], deltas: { total: 2 } });
  });
});

describe("repositories", () => {
  test("a linked worktree, detached, in the folder of another repository, locked by someone else", async () => {
    const folder = repo();
    mkdirSync(join(folder.path, "inner"));
    git(folder.path, "worktree", "add", "-q", "--detach", "inner/tree", "HEAD");
    writeFileSync(join(folder.path, ".git/worktrees/tree/index.lock"), "");
    put(folder.path, { "inner/tree/other": "9\n" });
    for (const argv of [changes("v1"), history()]) {
      const words = [...argv.slice(0, -1), join(folder.path, check)].map((word) => `'${word}'`).join(" ");
      const main = new URL("../../dist/src/cli/main.js", import.meta.url).pathname;
      const shell = `cd inner/tree && '${process.execPath}' '${main}' ${words}`;
      const { stdout, stderr } = spawnSync("sh", ["-c", shell], { cwd: folder.path, encoding: "utf8" });
      expect(JSON.parse(stdout || stderr)).toMatchObject(isFound);
    }
  });

  test("bare, or without a commit: it is told", async () => {
    const bare = newFolder();
    git(bare.path, "clone", "-q", "--bare", repo().path, ".");
    const test = ["--", "false"];
    await expectRefused(bare, ["changes", "HEAD~1", ...test], "git worktree add");
    await expectRefused(bare, ["history", ...test], "git worktree add");
    const unborn = newFolder();
    git(unborn.path, "init", "-q");
    for (const words of [["changes", "HEAD"], ["changes", "--find-good"], ["history"]])
      await expectRefused(unborn, [...words, ...test], "The repository here has no commit yet");
  });

  test("that git does not trust: it is told what to run", async ({ skip }) => {
    if (process.getuid?.() !== 0) skip("only root can give a folder to another user");
    const folder = repo();
    spawnSync("chown", ["-R", "65534", folder.path]);
    const env = { SUDO_UID: undefined };
    for (const argv of [changes("v1"), history()]) {
      const { code, stderr } = await folder.start(argv, env).ended;
      expect([code, stderr]).toEqual([2, expect.stringContaining("git config --global --add safe.directory")]);
    }
  });

  test("with replaced commits: the history is what git log shows", async () => {
    const folder = repo();
    const { path } = folder;
    const bad = git(path, "rev-parse", "HEAD~2");
    git(path, "checkout", "-q", "-b", "other", "v1");
    commit(path, "replaces it", { other: "r\n" });
    git(path, "replace", bad, "HEAD");
    git(path, "checkout", "-q", "main");
    const cause = [{ file: "text", line: 1, subject: "more" }];
    await expectFound(folder, changes("v1", "HEAD"), { cause });
    await expectFound(folder, history(), { cause });
  });

  test("with two runs at once", async () => {
    const folder = repo({}, `sleep 0.1; ${isBad}`);
    put(folder.path, { other: "dirty\n" });
    const before = git(folder.path, "--no-optional-locks", "status", "--porcelain");
    const runs = [changes("v1"), history()].map((argv) => folder.start(argv).ended);
    for (const { json, stderr } of await Promise.all(runs)) expect(json, stderr).toMatchObject(isFound);
    expect(git(folder.path, "--no-optional-locks", "status", "--porcelain")).toBe(before);
    expect(readdirSync(join(folder.path, ".culprit/runs"))).toHaveLength(2);
  });
});

describe("a resumed run", () => {
  const changed = "The working tree has changed since the run began: continuing with the files as they were then.";

  test("does not take what it wrote itself for a change", async () => {
    const folder = repo();
    put(folder.path, { other: "dirty\n" });
    const first = await folder.start(history("--output", "found", "--max-tests", "1")).ended;
    put(folder.path, { "found/carried/0001-x.patch": "-- \nculprit\n", "found/cause.patch": "x\n" });
    const resumed = await folder.culprit("resume", first.json.run, "--json");
    expect(resumed.json, resumed.stderr).toMatchObject(isFound);
    expect(resumed.stderr).not.toContain("changed since");
    // Nor does a second run, with the patches of the first one there.
    const again = await folder.start(history("--output", "found")).ended;
    expect(again.json).toMatchObject(isFound);
    expect(again.json.cause).toHaveLength(1);
  });

  test("goes on with the working tree as it was", async () => {
    const folder = repo();
    const { path } = folder;
    git(path, "rm", "-q", "--cached", "other");
    put(path, { text: "a\nbad\nc\n", new: { program: "x\n" }, link: { link: "new" }, other: null });
    folder.script(check, `[ -x new ] && [ -L link ] && [ ! -e other ] || exit 0; ${isBad}`);
    for (const argv of [changes("v1", "--max-tests", "1"), history("--max-tests", "1")]) {
      put(path, { text: "a\nbad\nc\n", new: { program: "x\n" }, link: { link: "new" }, other: null });
      const whole = await folder.start(argv.filter((word) => word !== "--max-tests" && word !== "1")).ended;
      const part = await folder.start(argv).ended;
      expect(part.json.verdict).toBe("exhausted");
      put(path, { text: "good\n", new: null, link: null, other: "9\n", newer: "1\n" });
      const { json, stderr } = await folder.culprit("resume", part.json.run, "--json");
      expect(stderr).toContain(changed);
      const places = (finding: typeof json) => finding.cause.map(({ file, line }) => `${file}:${line}`);
      expect(places(json)).toEqual(places(whole.json));
      expect(json.verdict).toBe("found");
    }
  });

  test("goes on with the patch as it was", async () => {
    const folder = repo();
    const { path } = folder;
    commit(path, "good", { text: "good\n1\n2\n" });
    put(path, { text: "better\nbad\n2\n", other: "4\n" });
    const patch = join(path, ".git/review.patch");
    writeFileSync(patch, `${git(path, "diff")}\n`);
    git(path, "checkout", "-q", ".");
    const part = await folder.start(changes("--patch", patch, "--max-tests", "1")).ended;
    writeFileSync(patch, readFileSync(patch, "utf8").replace("+bad", "+fine"));
    put(path, { text: "quite other\n" });
    const { json, stderr } = await folder.culprit("resume", part.json.run, "--json");
    expect(json, stderr).toMatchObject({ verdict: "found", cause: [{ file: "text" }] });
    expect(stderr).toContain(changed);
    expect(stderr).toContain("The patch has changed since the run began: the run goes on with it as it was then.");
    chmodSync(patch, 0o644);
  });
});

describe("a cure that came by a merge", () => {
  /** A branch from before the failure, of which the check needs something. */
  function merged(needsHelper: boolean): Folder {
    const folder = newFolder();
    const { path } = folder;
    repository(path, { text: "one\ngood\nthree\n", other: "0\n" });
    git(path, "branch", "side");
    commit(path, "more", { other: "1\n" });
    commit(path, "makes it bad", { text: "one\nbad\nthree\n" });
    commit(path, "even more", { other: "2\n" });
    git(path, "checkout", "-q", "side");
    for (let i = 1; i <= 3; i++) commit(path, `side ${i}`, { noise: `${i}\n` });
    commit(path, "brings the helper", { helper: "1\n", unneeded: "1\n" });
    commit(path, "side 4", { noise: "4\n" });
    commit(path, "brings the tool", { tool: "1\n", noise: "5\n" });
    for (let i = 6; i <= 8; i++) commit(path, `side ${i}`, { noise: `${i}\n` });
    git(path, "checkout", "-q", "main");
    git(path, "merge", "-q", "--no-ff", "-m", "merges side", "side");
    commit(path, "the newest", { other: "3\n" });
    const ends = (condition: string, status: number) =>
      `${condition} || { echo ended as ${status} >&2; exit ${status}; }`;
    const steps = [
      ends("[ -e tool ]", 9),
      ...(needsHelper ? [ends("[ -e helper ]", 8)] : []),
      ends("! grep -q bad text", 3),
    ];
    folder.script(check, steps.join("\n"));
    return folder;
  }

  test.each([
    { needs: "one commit", subjects: ["brings the tool"] },
    { needs: "two commits", subjects: ["brings the helper", "brings the tool"] },
  ])("is a part of $needs of the merged branch", async ({ subjects }) => {
    const folder = merged(subjects.length > 1);
    const { json, stderr } = await folder.start(history()).ended;
    expect(json, stderr).toMatchObject({ verdict: "found", minimal: true });
    expect(json.cause).toMatchObject([{ file: "text", line: 2, subject: "makes it bad" }]);
    expect(json.history!.cures).toMatchObject(subjects.map((subject) => ({ subject, changes: 1 })));
    const names = subjects.map((subject, i) => `000${i + 1}-${subject.replaceAll(" ", "-")}.patch`);
    expect(readdirSync(json.files.carried!)).toEqual(names);
  });
});
