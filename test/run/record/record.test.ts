import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { UserError } from "../../../src/core/user-error.ts";
import { journalFormat, RunRecord } from "../../../src/run/record/record.ts";
import type { RunRequest } from "../../../src/run/request.ts";
import { temporaryFolder } from "../../temporary-folder.ts";

const home = temporaryFolder("record");
const newFolder = () => mkdtempSync(join(home, "cwd-"));
const request: RunRequest = { cwd: "/", test: ["true"], conditions: { jobs: 1, failure: { mode: "same" }, repeat: 1 } };
const about = { kind: "input", version: "1.2.3", request };

describe("the record of a run", () => {
  test("can be found by its name and as the last one, with what was asked for", () => {
    const cwd = newFolder();
    const { header } = RunRecord.create(cwd, about);
    expect(header).toMatchObject({ ...about, cwd, format: journalFormat });
    expect(RunRecord.find(cwd, header.run).header).toEqual(header);
    expect(RunRecord.find(cwd, "last").header).toEqual(header);
  });

  test("has a name of its own, however many begin in one second; the newest comes first", () => {
    const cwd = newFolder();
    const names = [1, 2, 3].map(() => RunRecord.create(cwd, about).header.run);
    expect(new Set(names).size).toBe(3);
    expect(names[0]).toMatch(/^\d{8}-\d{6}$/);
    expect(RunRecord.all(cwd).map(({ header }) => header.run)).toEqual(names.toReversed());
  });

  test("is ignored by git", () => {
    const cwd = newFolder();
    RunRecord.create(cwd, about);
    expect(readFileSync(join(cwd, ".culprit/.gitignore"), "utf8")).toBe("*\n");
  });

  test("gives back what is saved and kept; what is missing or damaged is undefined", () => {
    const record = RunRecord.create(newFolder(), about);
    record.save("story.json", { a: [1] });
    record.keep("failing.txt", "output\n");
    expect(record.load("story.json")).toEqual({ a: [1] });
    expect(record.kept("failing.txt")).toBe("output\n");
    expect([record.load("other.json"), record.kept("other.txt")]).toEqual([undefined, undefined]);
    writeFileSync(join(record.folder, "story.json"), '{"a": [1');
    expect(record.load("story.json")).toBeUndefined();
  });

  test("is locked by one at a time", () => {
    const record = RunRecord.create(newFolder(), about);
    expect(record.lockedBy()).toBeUndefined();
    expect(record.lock()).toBe(true);
    expect([record.lock(), record.lockedBy()]).toEqual([false, process.pid]);
    record.unlock();
    expect(record.lock()).toBe(true);
  });

  test("is gone when it is removed", () => {
    const cwd = newFolder();
    RunRecord.create(cwd, about).remove();
    expect(readdirSync(join(cwd, ".culprit/runs"))).toEqual([]);
  });

  test("shares its outcomes with other runs of the same test", () => {
    const cwd = newFolder();
    const [one, other] = [RunRecord.create(cwd, about), RunRecord.create(cwd, about)];
    expect(one.prepareReuseFile("abc")).toBe(other.prepareReuseFile("abc"));
    expect(one.prepareReuseFile("abc")).not.toBe(one.prepareReuseFile("abd"));
  });
});

describe("a record that is not there", () => {
  test("is an error of the user's, with the folder in which it was sought", () => {
    const cwd = newFolder();
    expect(() => RunRecord.find(cwd, "last")).toThrow(UserError);
    expect(() => RunRecord.find(cwd, "last")).toThrow(join(cwd, ".culprit"));
    RunRecord.create(cwd, about);
    expect(() => RunRecord.find(cwd, "20010101-000000")).toThrow("20010101-000000");
  });

  test("cannot be made where there is a file in its place", () => {
    const cwd = newFolder();
    writeFileSync(join(cwd, ".culprit"), "");
    expect(() => RunRecord.create(cwd, about)).toThrow(UserError);
  });
});

describe("a damaged record", () => {
  /** A folder with a good run, and a later one whose header is this. */
  function withDamaged(header: string) {
    const cwd = newFolder();
    const good = RunRecord.create(cwd, about);
    const damaged = join(cwd, ".culprit/runs/99991231-000000");
    mkdirSync(damaged);
    writeFileSync(join(damaged, "run.json"), header);
    return { cwd, good, damaged };
  }

  test.each([
    ["empty", ""],
    ["cut off", '{"run":"9999'],
    ["null", "null"],
    ["of another run", '{"run":"x","kind":"input","started":"y","request":{}}'],
    ["without a request", '{"run":"99991231-000000","kind":"input","started":"y"}'],
  ])("%s: it is named when it is asked for, and the others are there", (_, header) => {
    const { cwd, good, damaged } = withDamaged(header);
    expect(RunRecord.all(cwd).map(({ header: { run } }) => run)).toEqual([good.header.run]);
    expect(RunRecord.damaged(cwd)).toEqual([damaged]);
    for (const name of ["last", "99991231-000000"]) expect(() => RunRecord.find(cwd, name)).toThrow(damaged);
    expect(RunRecord.find(cwd, good.header.run).header).toEqual(good.header);
  });

  test("without a header is of a run that was killed before it began: it counts for nothing", () => {
    const cwd = newFolder();
    mkdirSync(join(cwd, ".culprit/runs/99991231-000000"), { recursive: true });
    expect(RunRecord.damaged(cwd)).toEqual([]);
    expect(() => RunRecord.find(cwd, "last")).toThrow(UserError);
  });
});
