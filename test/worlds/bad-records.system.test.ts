import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Ended } from "../cli/culprit.ts";
import { until } from "../until.ts";
import { BadDay } from "./bad-day.ts";

const failing = `grep -q X "$1" && exit 3; exit 0`;
const call = (...options: string[]) => ["input", "in.txt", ...options, "--json", "--", "./test.sh", "{}"];

function newDay(script = failing): BadDay {
  const day = new BadDay();
  day.write("in.txt", "aXb");
  day.script("test.sh", script);
  return day;
}

describe("a run that there is not", () => {
  test.each(["show", "resume"])("%s: it is told", async (command) => {
    const day = newDay();
    const none = await day.culprit(command, "last");
    expect(none.code).toBe(2);
    expect(none.stderr).toMatch(/No runs yet in .*\.culprit\./);
    await day.culprit(...call("--max-tests", "1"));
    const other = await day.culprit(command, "20010101-000000");
    expect(other.code).toBe(2);
    expect(other.stderr).toMatch(/There is no run 20010101-000000 in .*: culprit runs lists them\./);
    const nameless = await day.culprit(command);
    expect(nameless.code).toBe(2);
    expect(nameless.stderr).toContain(`Which run? culprit ${command} RUN`);
  });
});

describe("a damaged record", () => {
  test.each([
    ["empty", ""],
    ["cut off", '{"run":"2026'],
    ["something else", "{}"],
    ["of another run", '{"run":"x","kind":"input","started":"y","request":{},"format":1}'],
  ])("whose header is %s: it is told, and other runs are none the worse", async (_, content) => {
    const day = newDay();
    await day.culprit(...call("--max-tests", "1"));
    const good = JSON.parse((await day.culprit("runs", "--json")).stdout);
    const name = "20991231-235959";
    mkdirSync(day.path(`.culprit/runs/${name}`));
    writeFileSync(day.path(`.culprit/runs/${name}/run.json`), content);
    const listed = await day.culprit("runs", "--json");
    expect(listed.code).toBe(0);
    expect(JSON.parse(listed.stdout)).toEqual(good);
    expect(listed.stderr).toContain(`${name} cannot be read; remove that folder if you do not need it.`);
    const refusals = [await day.culprit("show", "last"), await day.culprit("resume", name)];
    for (const { code, stderr } of refusals) {
      expect(code).toBe(2);
      expect(stderr).toContain(`The record of the run ${name} cannot be read`);
    }
    expect((await day.culprit("resume", good.runs[0].run)).code).toBe(0);
  });

  test.each([
    ["that is the only one", "run.json", "{}"],
    ["that has lost its header", "journal.jsonl", '{"event":"trial"}\n'],
  ])("%s: runs does not say that there are none", async (_, file, content) => {
    const day = newDay();
    const name = "20991231-235959";
    mkdirSync(day.path(`.culprit/runs/${name}`), { recursive: true });
    writeFileSync(day.path(`.culprit/runs/${name}/${file}`), content);
    const { code, stdout, stderr } = await day.culprit("runs");
    expect([code, stdout]).toEqual([0, "There are no runs here that can be read.\n"]);
    expect(stderr).toContain(`The record of the run ${name} is damaged: `);
  });

  test("whose finding is garbage: the run goes on from its journal", async () => {
    const day = newDay();
    const { json } = await day.culprit(...call());
    for (const content of ["garbage", "{}", "null", '{"finding":{"kind":"input","verdict":"found"}}']) {
      writeFileSync(join(day.records[0]!, "story.json"), content);
      expect((await day.culprit("runs")).stdout).toMatch(/unfinished/);
      const shown = await day.culprit("show", "last");
      expect(shown.code).toBe(0);
      expect(shown.stdout).toContain(`Go on with: culprit resume ${json.run}`);
    }
    expect((await day.culprit("resume", "last", "--json")).json.cause).toEqual(json.cause);
  });

  test.each([
    ["that is a file", [".culprit"]],
    ["with a file in the place of the runs", [".culprit/", ".culprit/runs"]],
  ])("a folder .culprit %s: it is told", async (_, paths) => {
    const day = newDay();
    for (const path of paths) path.endsWith("/") ? mkdirSync(day.path(path)) : day.write(path, "");
    const { code, stderr, made } = await day.culprit(...call());
    expect(code).toBe(2);
    expect(stderr).toMatch(
      /Cannot keep the record of the run in .*\.culprit: .*\nMake that a folder that you can write to/,
    );
    expect(made).toEqual([]);
    for (const words of [["runs"], ["show", "last"], ["resume", "last"]]) {
      const refused = await day.culprit(...words);
      expect(refused.code).toBe(2);
      expect(refused.stderr).toMatch(/Cannot read the records of runs in .*: not a directory\./);
    }
  });
});

test("resuming when the input has changed, or it or the test is missing: it is told", async () => {
  const day = newDay();
  const { json } = await day.culprit(...call("--max-tests", "1"));
  day.write("in.txt", "aXb and more");
  const changed = await day.culprit("resume", "last");
  expect(changed.code).toBe(2);
  expect(changed.stderr).toMatch(/in\.txt has changed since the run began, .*: start a new run\./);
  rmSync(day.path("in.txt"));
  const missing = await day.culprit("resume", "last");
  expect(missing.code).toBe(2);
  expect(missing.stderr).toMatch(/There is no file .*in\.txt\./);
  day.write("in.txt", "aXb");
  rmSync(day.path("test.sh"));
  const testless = await day.culprit("resume", "last");
  expect(testless.code).toBe(2);
  expect(testless.stderr).toMatch(/There is no file \.\/test\.sh in .* to run as the test\./);
  day.script("test.sh", failing);
  const back = await day.culprit("resume", "last", "--json");
  expect(back.json).toMatchObject({ run: json.run, verdict: "found", cause: [{ text: "X" }] });
});

describe("several at once", () => {
  test("in one folder with one input: each has its own record and result", async () => {
    const day = newDay(`sleep 0.05; ${failing}`);
    const ends: Ended[] = [];
    const { made } = await day.survive(async () => {
      ends.push(...(await Promise.all([0, 1, 2].map(() => day.start(call()).ended))));
      return ends[0]!;
    });
    expect(ends.map(({ code }) => code)).toEqual([0, 0, 0]);
    expect(made).toEqual(["in.failing-2.txt", "in.failing-3.txt", "in.failing.txt"]);
    for (const name of made) expect(day.folder.read(name)).toBe("X");
    expect(new Set(ends.map(({ json }) => json.run)).size).toBe(3);
    expect(new Set(ends.map(({ json }) => json.files.failing)).size).toBe(3);
  });

  test("on one run: one goes on with it, the others are told so", async () => {
    const day = newDay(`until [ -e "$CULPRIT_CWD/.culprit/go" ]; do sleep 0.05; done; ${failing}`);
    const go = day.path(".culprit/go");
    mkdirSync(day.path(".culprit"));
    writeFileSync(go, "");
    await day.culprit(...call("--max-tests", "1"));
    rmSync(go);
    const ends: Ended[] = [];
    await day.survive(async () => {
      const children = [0, 1, 2].map(() => day.start(["resume", "last", "--json"]));
      const alive = () => children.filter(({ exitCode }) => exitCode === null).length;
      await until(() => alive() === 1);
      const { stdout } = await day.start(["runs", "--json"]).ended;
      expect(JSON.parse(stdout).runs[0].verdict).toBe("running");
      writeFileSync(go, "");
      ends.push(...(await Promise.all(children.map(({ ended }) => ended))));
      return ends[0]!;
    });
    const told = ends.filter(({ code }) => code === 2);
    expect(told).toHaveLength(2);
    for (const { stderr } of told) expect(stderr).toMatch(/The run \S+ is in use by process \d+: wait for it/);
    expect(ends.find(({ code }) => code === 0)!.json.cause).toMatchObject([{ text: "X" }]);
  });
});
