import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { TrialEvent } from "../../src/run/record/events.ts";
import { type Folder, newFolder } from "./culprit.ts";
import { commit, git, repository } from "./repository.ts";

const call = (...words: string[]) => ["changes", ...words, "--json", "--", "./check.sh"];
const check = { program: "#!/bin/sh\n! grep -q bad text.txt\n" };
const text = (...words: string[]) => words.map((word) => `${word}\n`).join("");

/** Commits that each change something; one of them breaks the text, and changes another line too. */
function line(count: number, culprit: number): { folder: Folder; commits: string[] } {
  const folder = newFolder();
  repository(folder.path, { "check.sh": check, "text.txt": text("one", "two", "three"), "n.txt": "0\n" });
  const commits = Array.from({ length: count }, (_, i) =>
    commit(folder.path, `commit ${i}`, {
      "n.txt": `${i + 1}\n`,
      ...(i === culprit ? { "text.txt": text("one", "bad", "THREE") } : {}),
    }),
  );
  return { folder, commits };
}

/** What git says after replaying a log in a clone. */
function replayed(folder: Folder, log: string): string {
  const clone = newFolder();
  git(clone.path, "clone", "-q", folder.path, "clone");
  return git(join(clone.path, "clone"), "bisect", "replay", log);
}

/** How many tests `git bisect run` takes, and what it finds. */
function gitBisect(folder: Folder, good: string): { tests: number; commit: string | undefined } {
  const clone = newFolder();
  git(clone.path, "clone", "-q", folder.path, "clone");
  const inClone = join(clone.path, "clone");
  git(inClone, "bisect", "start", "HEAD", git(folder.path, "rev-parse", good));
  const counting = ["sh", "-c", `echo run >> ${clone.path}/runs; ./check.sh`];
  const { stdout } = spawnSync("git", ["bisect", "run", ...counting], { cwd: inClone, encoding: "utf8" });
  const tests = readFileSync(join(clone.path, "runs"), "utf8").trim().split("\n").length;
  return { tests, commit: /^([0-9a-f]{40}) is the first bad commit/m.exec(stdout)?.[1] };
}

function trialsOf(folder: Folder, run: string): TrialEvent[] {
  const journal = folder
    .read(join(".culprit/runs", run, "journal.jsonl"))
    .trim()
    .split("\n");
  return journal.map((each) => JSON.parse(each)).filter(({ event }) => event === "trial");
}

describe("changes --commit", () => {
  test("stops at the commit, with no more tests than git bisect, and git replays its log to the same commit", async () => {
    for (const culprit of [0, 4, 11, 12]) {
      const { folder, commits } = line(13, culprit);
      const { json, code, stderr } = await folder.culprit(...call("v1", "HEAD", "--commit"));
      expect({ code, stderr }).toMatchObject({ code: 0 });
      const by = { commit: commits[culprit], author: "Ada", date: "2026-03-04", subject: `commit ${culprit}` };
      expect(json).toMatchObject({ verdict: "found", minimal: true, by: "commits", cause: [by], search: "bisect" });
      expect(json.deltas).toEqual({ total: 13, cause: 1 });
      const beside = gitBisect(folder, "v1");
      expect(json.tests.needed).toBeLessThanOrEqual(beside.tests);
      expect(beside.commit).toBe(commits[culprit]);
      expect(replayed(folder, json.files.bisect!)).toContain(`${commits[culprit]} is the first bad commit`);
      expect(git(folder.path, "status", "--porcelain")).toBe("");
    }
  });

  test("says what was found and what the tests were for, and is named by culprit runs", async () => {
    const { folder, commits } = line(6, 3);
    const { stdout } = await folder.culprit("changes", "v1", "HEAD", "--commit", "--", "./check.sh");
    const short = commits[3]!.slice(0, 10);
    expect(stdout).toContain(`It fails since ${short} by Ada, 2026-03-04.`);
    expect(stdout).toContain("1 of 6 commits; confirmed: the commit fails, and the one before it passes.");
    expect(stdout).toMatch(/needed \(.*\); \d+ run in .* \(2 to check both ends, .*2 to confirm the result\)\./);
    expect(stdout).toMatch(/culprit resume \S+ --deeper/);
    expect((await folder.culprit("runs")).stdout).toContain(`${short} commit 3`);
    const listed = JSON.parse((await folder.culprit("runs", "--json")).stdout);
    expect(listed.runs[0]).toMatchObject({ kind: "changes", verdict: "found", commit: commits[3] });
  });

  test("has no tests to run if there is one commit, but those that confirm it", async () => {
    const { folder, commits } = line(1, 0);
    const { json } = await folder.culprit(...call("v1", "HEAD", "--commit"));
    expect(json.cause[0]!.commit).toBe(commits[0]);
    expect(json.tests).toMatchObject({ needed: 0, run: 4, ends: 2, confirming: 2 });
  });

  test("finds the commit on a branch that began before the old version, as git does", async () => {
    const folder = newFolder();
    repository(folder.path, { "check.sh": check, "text.txt": "one\n" });
    git(folder.path, "checkout", "-q", "-b", "side");
    const side = [0, 1, 2, 3].map((i) =>
      commit(folder.path, `side ${i}`, { "s.txt": `${i}\n`, ...(i === 2 ? { "text.txt": "bad\n" } : {}) }),
    );
    git(folder.path, "checkout", "-q", "main");
    commit(folder.path, "old", { "old.txt": "old\n" });
    git(folder.path, "tag", "old");
    commit(folder.path, "main", { "n.txt": "1\n" });
    git(folder.path, "merge", "-q", "--no-ff", "-m", "a merge", "side");
    const { json } = await folder.culprit(...call("old", "HEAD", "--commit"));
    expect(json.cause).toMatchObject([{ commit: side[2] }]);
    expect(gitBisect(folder, "old").commit).toBe(side[2]);
    expect(replayed(folder, json.files.bisect!)).toContain(`${side[2]} is the first bad commit`);
  });

  test("--first-parent stays on the main line, and so does git when it replays the log", async () => {
    const folder = newFolder();
    repository(folder.path, { "check.sh": check, "text.txt": "fine\n" });
    git(folder.path, "checkout", "-q", "-b", "side");
    for (const i of [1, 2, 3])
      commit(folder.path, `side ${i}`, { "s.txt": `${i}\n`, ...(i === 2 ? { "text.txt": "bad\n" } : {}) });
    git(folder.path, "checkout", "-q", "main");
    for (const i of [1, 2]) commit(folder.path, `main ${i}`, { "n.txt": `${i}\n` });
    git(folder.path, "merge", "-q", "--no-ff", "-m", "a merge", "side");
    const merge = git(folder.path, "rev-parse", "HEAD");
    commit(folder.path, "main 3", { "n.txt": "3\n" });
    const { json } = await folder.culprit(...call("v1", "HEAD", "--commit", "--first-parent"));
    expect(json.cause).toMatchObject([{ commit: merge }]);
    expect(replayed(folder, json.files.bisect!)).toContain(`${merge} is the first bad commit`);
    const clone = newFolder();
    git(clone.path, "clone", "-q", folder.path, "clone");
    git(join(clone.path, "clone"), "bisect", "start", "--first-parent");
    expect(readFileSync(json.files.bisect!, "utf8").split("\n")[0]).toBe(
      git(join(clone.path, "clone"), "bisect", "log").split("\n")[0],
    );
  });

  test("says if it is not committed", async () => {
    const { folder } = line(3, 99);
    folder.write("text.txt", "bad\n");
    const { json } = await folder.culprit(...call("v1", "--commit"));
    expect(json).toMatchObject({ verdict: "found", cause: [], by: "commits", deltas: { total: 4, cause: 1 } });
    const { stdout } = await folder.culprit("show", "last");
    expect(stdout).toContain("It fails because of your uncommitted changes.");
    expect(stdout).toContain("\nConfirmed: the working tree fails, the last commit passes.\n");
  });

  test("refuses what has no commits", async () => {
    const { folder } = line(2, 1);
    const none = await folder.culprit(...call("v1", "--commit", "--no-history"));
    expect({ code: none.code, stderr: none.stderr }).toMatchObject({ code: 2 });
    const other = newFolder();
    other.write("text.txt", "one\n");
    const folders = await folder.culprit(...call(other.path, "HEAD", "--commit"));
    expect(folders.stderr).toContain("is a folder: leave out --commit");
  });
});

describe("--skip", () => {
  test("never tests the commits of a range, and names those that are left, as git does", async () => {
    const { folder, commits } = line(12, 6);
    const skipped = `${commits[4]}..${commits[7]}`;
    const { json } = await folder.culprit(...call("v1", "HEAD", "--commit", "--skip", `${skipped},${commits[0]}`));
    const suspects = commits.slice(5, 9);
    expect(json.cause.map((entry) => entry.commit)).toEqual(suspects);
    expect(json).toMatchObject({ verdict: "found", minimal: false, deltas: { total: 12, cause: 4 } });
    const log = readFileSync(json.files.bisect!, "utf8");
    expect(log).toContain(`git bisect skip ${commits[6]}`);
    const clone = newFolder();
    git(clone.path, "clone", "-q", folder.path, "clone");
    const { stdout } = spawnSync("git", ["bisect", "replay", json.files.bisect!], {
      cwd: join(clone.path, "clone"),
      encoding: "utf8",
    });
    expect(stdout).toContain("There are only 'skip'ped commits left to test.");
    for (const suspect of suspects) expect(stdout).toContain(suspect);
  });

  test("refuses what is no revision", async () => {
    const { folder } = line(2, 1);
    const { code, stderr } = await folder.culprit(...call("v1", "HEAD", "--skip", "nothing..HEAD"));
    expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining('not "nothing..HEAD"') });
  });
});

describe("resume --deeper", () => {
  test("goes on from the commit to its lines in the same run, without a trial that was made before", async () => {
    const { folder, commits } = line(9, 5);
    const first = (await folder.culprit(...call("v1", "HEAD", "--commit", "--jobs", "1"))).json;
    const before = trialsOf(folder, first.run);
    const { json, code } = await folder.culprit("resume", "last", "--deeper", "--json");
    expect({ code, run: json.run, verdict: json.verdict }).toEqual({ code: 0, run: first.run, verdict: "found" });
    expect(json.cause).toMatchObject([{ file: "text.txt", line: 2, commit: commits[5] }]);
    const trials = trialsOf(folder, first.run);
    expect(trials.slice(0, before.length)).toEqual(before);
    expect(new Set(trials.map(({ content }) => content)).size).toBe(trials.length);
    expect(trials.slice(before.length).every(({ stage }) => stage !== "commits")).toBe(true);
    expect(json.tests.run).toBeGreaterThan(first.tests.run);

    const again = await folder.culprit("resume", "last", "--deeper", "--json");
    expect(again.stderr).toContain("already finished");
    expect(again.json.cause).toEqual(json.cause);
  });

  test("is remembered if it is interrupted by its budget", async () => {
    const { folder, commits } = line(9, 5);
    await folder.culprit(...call("v1", "HEAD", "--commit"));
    const stopped = await folder.culprit("resume", "last", "--deeper", "--max-tests", "3", "--json");
    expect(stopped.json.verdict).toBe("exhausted");
    const { json } = await folder.culprit("resume", "last", "--json");
    expect(json.cause).toMatchObject([{ file: "text.txt", line: 2, commit: commits[5] }]);
  });

  test("refuses a run that goes to the lines anyway", async () => {
    const { folder } = line(3, 1);
    await folder.culprit(...call("v1", "HEAD"));
    const { code, stderr } = await folder.culprit("resume", "last", "--deeper");
    expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining("--commit") });
  });
});
