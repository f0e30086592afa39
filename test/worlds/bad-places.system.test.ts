import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { newFolder } from "../cli/culprit.ts";
import { BadDay, ordinaryUser } from "./bad-day.ts";

function newDay(uid?: number): BadDay {
  const day = new BadDay(uid);
  day.write("in.txt", "aXb");
  day.script("test.sh", `grep -q X "$1" && exit 3; exit 0`);
  return day;
}

const call = (...options: string[]) => ["input", "in.txt", ...options, "--json", "--", "./test.sh", "{}"];

describe("--output and --html", () => {
  test.each([
    ["the input itself", "in.txt", /\/in\.txt is the input itself, which is never changed\. Choose another file\./],
    ["a pipe", "pipe", /\/pipe is a pipe or a device\. Give the name of a file\./],
  ])("that is %s is refused before any test is run", async (_, place, message) => {
    const day = newDay();
    spawnSync("mkfifo", [day.path("pipe")]);
    for (const option of ["--output", "--html"]) {
      const { code, stderr, made } = await day.culprit(...call(option, place));
      expect(code).toBe(2);
      expect(stderr).toMatch(message);
      expect(stderr).toContain(`culprit: ${option} `);
      expect(made).toEqual([]);
    }
    expect(readdirSync(day.folder.path)).not.toContain(".culprit");
  });

  test("--html of an earlier run that is its input or test is refused as well", async () => {
    const day = newDay();
    await day.culprit(...call());
    for (const place of ["in.txt", "test.sh"]) {
      const { code, stderr } = await day.culprit("show", "last", "--html", place);
      expect(code).toBe(2);
      expect(stderr).toContain("which is never changed. Choose another file.");
    }
  });

  test("in folders that do not exist: they are made", async () => {
    const day = newDay();
    const { code, made } = await day.culprit(...call("--output", "a/b/min.txt", "--html", "c/d.html"));
    expect(code).toBe(0);
    expect(made).toEqual(["a", "a/b", "a/b/min.txt", "c", "c/d.html"]);
    const slash = await day.culprit(...call("--output", "e/"));
    expect(slash.made).toEqual(["e", "e/in.failing.txt"]);
  });

  test("a link is written through, not replaced", async () => {
    const day = newDay();
    const elsewhere = newFolder().write("result.txt", "old");
    symlinkSync(elsewhere, day.path("result.txt"));
    const { code } = await day.culprit(...call("--output", "result.txt"));
    expect(code).toBe(0);
    expect(readFileSync(elsewhere, "utf8")).toBe("X");
  });

  test("results of further causes overwrite no file either", async () => {
    const day = newDay();
    day.write("in.txt", "aXbXc");
    for (const name of ["min-2.txt", "in.failing-2.txt"]) day.write(name, "the user's");
    const named = await day.culprit(...call("--causes", "2", "--output", "min.txt"));
    expect(named.json.causes).toHaveLength(1);
    expect(named.made).toEqual(["min-2-2.txt", "min.txt"]);
    const unnamed = await day.culprit(...call("--causes", "2"));
    expect(unnamed.made).toEqual(["in.failing-2-2.txt", "in.failing.txt"]);
  });
});

describe("a folder in which nothing may be written", () => {
  function closedDay(skip: (note: string) => never): BadDay {
    const { uid, reason } = ordinaryUser();
    if (reason) skip(reason);
    const day = newDay(uid);
    mkdirSync(day.path("closed"));
    writeFileSync(day.path("closed/in.txt"), "aXb");
    chmodSync(day.path("closed"), 0o555);
    return day;
  }

  test("as the place of results: it is told before any test is run", async ({ skip }) => {
    const day = closedDay(skip);
    const beside = await day.culprit("input", "closed/in.txt", "--", "./test.sh", "{}");
    const output = await day.culprit(...call("--output", "closed/min.txt"));
    const deeper = await day.culprit(...call("--isolate", "--output", "closed/new"));
    const html = await day.culprit(...call("--html", "closed/page.html"));
    for (const { code, stderr, made } of [beside, output, deeper, html]) {
      expect(code).toBe(2);
      expect(stderr).toMatch(/cannot be written \(.*\/closed: permission denied\)\. Choose another place\./);
      expect(made).toEqual([]);
    }
    expect(beside.stderr).toContain("Without --output the result goes beside the input");
  });

  test("as .culprit where the user stands: it is told", async ({ skip }) => {
    const day = closedDay(skip);
    mkdirSync(day.path(".culprit"), 0o555);
    const { code, stderr, made } = await day.culprit(...call());
    expect(code).toBe(2);
    expect(stderr).toMatch(/Cannot keep the record of the run in .*\.culprit: permission denied\.\nMake that a folder/);
    expect(made).toEqual([]);
    chmodSync(day.path(".culprit"), 0);
    const listed = await day.culprit("runs");
    expect(listed.code).toBe(2);
    expect(listed.stderr).toMatch(/Cannot read the records of runs in .*: permission denied\./);
  });

  test("as TMPDIR: it is told, and nothing is left of the run", async ({ skip }) => {
    const day = closedDay(skip);
    const { code, stderr } = await day.under({ TMPDIR: day.path("closed") }, ...call());
    expect(code).toBe(2);
    expect(stderr).toMatch(/Cannot make folders for the tests in .*closed: permission denied\. Set TMPDIR to a folder/);
    expect(day.records).toEqual([]);
  });

  test("as the record of a run, whose files may not be read: it is told", async ({ skip }) => {
    const day = closedDay(skip);
    await day.culprit(...call("--max-tests", "1"));
    chmodSync(join(day.records[0]!, "journal.jsonl"), 0);
    const journal = await day.culprit("resume", "last");
    expect(journal.code).toBe(1);
    expect(journal.stderr).toMatch(/permission denied, .*journal\.jsonl'\. Get access to it, then go on/);
    chmodSync(join(day.records[0]!, "run.json"), 0);
    const header = await day.culprit("show", "last");
    expect(header.code).toBe(2);
    expect(header.stderr).toMatch(/The record of the run \S+ cannot be read: .*run\.json is damaged or not yours/);
  });
});

describe("TMPDIR", () => {
  test.each([
    ["does not exist", "/no/such/folder", "no such file or directory"],
    ["is a file", "in.txt", "not a directory"],
  ])("that %s: it is told, and nothing is left of the run", async (_, place, reason) => {
    const day = newDay();
    const { code, stderr } = await day.under({ TMPDIR: place }, ...call());
    expect(code).toBe(2);
    expect(stderr).toContain(`Cannot make folders for the tests in ${place}: ${reason}. Set TMPDIR to a folder you`);
    expect(day.records).toEqual([]);
  });

  test("that is relative to where the user stands", async () => {
    const day = newDay();
    mkdirSync(day.path("tmp"));
    const { code } = await day.under({ TMPDIR: "tmp" }, ...call());
    expect(code).toBe(0);
    expect(readdirSync(day.path("tmp"))).toEqual([]);
  });
});

describe("a reader that goes away", () => {
  test.each([
    ["input in.txt -- ./test.sh {}", 0],
    ["input in.txt --json -- ./test.sh {}", 0],
    ["input in.txt -- true", 1],
    ["runs", 0],
    ["--help", 0],
  ])("culprit %s | true: the exit code is what it would have been", async (words, expected) => {
    const { stdout } = await newDay().shell(`{ culprit ${words}; echo "exit $?" >&2; } 2>log | true; cat log`);
    expect(stdout).toContain(`exit ${expected}\n`);
    expect(stdout).not.toMatch(/EPIPE|Error/);
  });

  test("from the progress too: the search goes on, and its result is on disk", async () => {
    const day = newDay();
    const { stdout } = await day.shell(
      "{ culprit input in.txt -- ./test.sh {}; echo $? >code; } 2>&1 | true; cat code",
    );
    expect(stdout).toBe("0\n");
    expect(day.folder.read("in.failing.txt")).toBe("X");
  });

  test("a full disk instead of one: it is told, with how to see the finding again", async () => {
    const day = newDay();
    const { code, stderr } = await day.shell("culprit input in.txt -- ./test.sh {} >/dev/full");
    expect(code).toBe(1);
    expect(stderr).toContain(
      "cannot print: ENOSPC: no space left on device, write. If it was a finding, culprit show last prints it again.",
    );
    const silent = await day.shell("culprit input in.txt -- ./test.sh {} 2>/dev/full");
    expect(silent.code).toBe(0);
    expect(silent.stdout).toContain("Fails because of X.");
  });
});

describe("an environment that lacks", () => {
  test("perl in PATH: it is told what to install", async () => {
    const day = newDay();
    const { code, stderr } = await day.under({ PATH: day.path("bin") }, ...call());
    expect(code).toBe(2);
    expect(stderr).toMatch(/cannot start perl, which runs the tests .*\. Install perl, or add it to PATH/);
    expect(day.records).toEqual([]);
  });

  test("HOME and nearly everything else", async () => {
    const day = newDay();
    const nothing = Object.fromEntries(Object.keys(process.env).map((name) => [name, undefined]));
    const env = { ...nothing, PATH: process.env.PATH, TMPDIR: day.temporary.path };
    const { code, json } = await day.under(env, ...call());
    expect(code).toBe(0);
    expect(json.cause).toMatchObject([{ text: "X" }]);
  });

  test("the folder where the user stands: it is told", async () => {
    const { code, stderr } = await newDay().shell("mkdir gone; cd gone; rmdir ../gone; culprit runs");
    expect(code).toBe(1);
    expect(stderr).toContain("The current folder no longer exists.");
  });
});
