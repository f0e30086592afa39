import { chmodSync, copyFileSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { ordinaryUser } from "../worlds/bad-day.ts";
import { type Folder, newFolder } from "./culprit.ts";

const programs = fileURLToPath(new URL("../worlds/programs/state/", import.meta.url));

function withPrograms(...names: string[]): Folder {
  const folder = newFolder();
  for (const name of names) copyFileSync(join(programs, name), join(folder.path, name));
  return folder;
}

/** Every value counts, and no mixture is like one of the two runs: a long search. */
const long = (nodes: number) => [
  ...["state", "--pass", `node nodes.js tree ${nodes} ${nodes} 1`, "--fail", `node nodes.js tree ${nodes} ${nodes} 2`],
  ...["--at", "checksum"],
];

/** The first outcomes of the search are written down; the session and the two ends take two lines. */
const someTests = 6;

describe("a search that is stopped", () => {
  test("by Ctrl-C, then by kill -9, and gone on with: it finds the same by as many tests", async () => {
    const folder = withPrograms("nodes.js");
    mkdirSync(join(folder.path, "tmp"));
    const env = { TMPDIR: join(folder.path, "tmp") };
    const first = folder.start([...long(6), "--json", "--jobs", "1"], env);
    await folder.hasLearned(someTests);
    first.kill("SIGINT");
    const stopped = await first.ended;
    expect(stopped.code).toBe(130);
    expect(stopped.json).toMatchObject({ verdict: "interrupted", minimal: false });
    const { run } = stopped.json;
    expect(stopped.stderr).toContain(`culprit resume ${run}`);
    expect(await listed(folder)).toMatchObject([{ run, kind: "state", verdict: "interrupted" }]);
    expect((await folder.culprit("show", "last", "--json")).json).toEqual(stopped.json);

    const second = folder.start(["resume", "last", "--json"], env);
    await folder.hasLearned(2 * someTests);
    second.kill("SIGKILL");
    await second.ended;
    await expect.poll(() => processesIn(folder), { timeout: 120_000 }).toEqual([]);
    await expect.poll(() => readdirSync(env.TMPDIR), { timeout: 120_000 }).toEqual([]);

    const last = await folder.start(["resume", run, "--json", "--jobs", "2"], env).ended;
    expect(last.code).toBe(0);
    expect(last.json).toMatchObject({ run, verdict: "found", minimal: true });
    const whole = await folder.culprit(...long(6), "--json", "--jobs", "2");
    expect(last.json.cause).toEqual(whole.json.cause);
    expect(last.json.tests.needed).toBe(whole.json.tests.needed);
    expect(readdirSync(env.TMPDIR)).toEqual([]);
  });

  test("by its budget of time, before anything was found", async () => {
    const folder = withPrograms("nodes.js");
    const { code, json } = await folder.culprit(...long(3), "--json", "--budget", "1ms");
    expect(code).toBe(1);
    expect(json).toMatchObject({ verdict: "exhausted", cause: [] });
  });

  test("by SIGTERM", async () => {
    const folder = withPrograms("nodes.js");
    const run = folder.start([...long(6), "--quiet"]);
    await folder.hasLearned(someTests);
    run.kill("SIGTERM");
    const { code, stdout } = await run.ended;
    expect(code).toBe(143);
    expect(stdout).toMatch(/culprit resume \d{8}-\d{6}/);
  });
});

const sorting = [
  "state",
  "--pass",
  "node sample.js 7 8 9",
  "--fail",
  "env A=1 node sample.js 11 14",
  "--at",
  "shell_sort",
];
const isWrong = ["--", "sh", "-c", '! grep -q "Output: 0"'];

test("the sort of the lecture in Node: each test run twice, two at a time, finds the same by as many tests", async () => {
  const folder = withPrograms("sample.js");
  const once = await folder.culprit(...sorting, "--json", "--jobs", "1", ...isWrong);
  expect(once.json).toMatchObject({ kind: "state", verdict: "found", minimal: true, chain: [{ place: "shell_sort" }] });
  expect(once.json.cause).toMatchObject([{ variable: "a[2]", old: "9", new: "0" }]);
  expect(once.json.tests.needed).toBeLessThanOrEqual(8);
  const twice = await folder.culprit(...sorting, "--json", "--jobs", "2", "--repeat", "2", ...isWrong);
  expect(twice.json.cause).toEqual(once.json.cause);
  expect(twice.json.tests.needed).toBe(once.json.tests.needed);
  expect(twice.json.tests.run).toBeGreaterThan(once.json.tests.run);
});

describe("what cannot be done is said in a sentence", () => {
  const wrong = [
    { name: "a quote that is not closed", words: ["--pass", "node 'a.js"], says: /--pass node 'a\.js has a quote/ },
    { name: "no values", words: ["--max-values", "0"], says: /--max-values takes a positive integer, not "0"/ },
    { name: "no place", words: ["--at", "shell_sort#0"], says: /shell_sort#0 is not a place/ },
    { name: "an option of other commands", words: ["--output", "x"], says: /There is no option --output/ },
    {
      name: "a program that is not there",
      words: ["--fail", "./missing 1"],
      says: /could not be run:.*\/missing does not exist\.$/m,
    },
    { name: "a program that is no program", words: ["--pass", "./sample.js 1"], says: /sample\.js is not executable/ },
    {
      name: "a variable before a program",
      words: ["--pass", "A=1 node sample.js"],
      says: /write env A=1 node sample\.js/,
    },
    { name: "a test that is not there", words: ["--", "./missing"], says: /not found\..*cannot start \.\/missing/s },
    { name: "a test that is no program", words: ["--", "./sample.js"], says: /not executable\..*cannot start/s },
  ];
  test.each(wrong)(
    "$name",
    async ({ words, says }) => {
      const folder = withPrograms("sample.js");
      const { code, stdout, stderr } = await folder.culprit(...sorting, ...words);
      expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
      expect(stderr).toMatch(says);
      expect(stderr).not.toMatch(/^\s+at /m);
      expect((await folder.culprit("runs")).stdout).toBe("There are no runs here yet.\n");
    },
    300_000,
  );

  const nothing = [
    {
      name: "two runs that pass",
      pass: "node sample.js 7 8 9",
      fail: "node sample.js 9 8 7",
      says: /passes on the failing run/,
    },
    {
      name: "two runs that fail",
      pass: "node sample.js 0",
      fail: "node sample.js 0 0",
      says: /fails on the passing run as well/,
    },
  ];
  test.each(nothing)(
    "$name",
    async ({ pass, fail, says }) => {
      const folder = withPrograms("sample.js");
      const { code, json, stderr } = await folder.culprit(
        "state",
        "--json",
        "--pass",
        pass,
        "--fail",
        fail,
        ...isWrong,
      );
      expect(code).toBe(1);
      expect(json).toMatchObject({ verdict: "not-reproduced", cause: [], reason: expect.stringMatching(says) });
      expect(stderr).not.toMatch(/^\s+at /m);
    },
    300_000,
  );

  test("a folder in which nothing can be written", async ({ skip }) => {
    const { uid, reason } = ordinaryUser();
    if (reason !== undefined) skip(reason);
    const folder = withPrograms("sample.js");
    chmodSync(folder.path, 0o555);
    const { code, stderr } = await folder.start([...sorting, ...isWrong], { XDG_STATE_HOME: folder.path }, uid).ended;
    expect(code).toBe(2);
    expect(stderr).toMatch(
      /^culprit: Cannot keep the record of the run in .*\nMake that a folder that you can write to/,
    );
  });
});

async function listed(folder: Folder): Promise<unknown> {
  return JSON.parse((await folder.culprit("runs", "--json")).stdout).runs;
}

/** All that were started with a word that names something in the folder, or run there. */
function processesIn(folder: Folder): string[] {
  return readdirSync("/proc").filter((pid) => {
    try {
      const files = ["cmdline", "environ"].map((name) => readFileSync(`/proc/${pid}/${name}`, "latin1"));
      return /^\d+$/.test(pid) && files.some((text) => text.includes(folder.path));
    } catch {
      return false; // it has ended meanwhile
    }
  });
}
