import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { OtherFailures } from "../../src/run/other-failures.ts";
import { RunRecord } from "../../src/run/record/record.ts";
import type { RunRequest } from "../../src/run/request.ts";
import type { World } from "../../src/trial/laboratory.ts";
import { temporaryFolder } from "../temporary-folder.ts";

const home = temporaryFolder("other-failures");
const request: RunRequest = { cwd: "/", test: ["true"], conditions: { jobs: 1, failure: { mode: "same" }, repeat: 1 } };
const newRecord = () => RunRecord.create(home, { kind: "input", version: "1", request });
const met = (otherFailure?: string) => ({
  outcome: "unresolved" as const,
  content: "",
  ended: "",
  milliseconds: 1,
  runs: 1,
  ...(otherFailure === undefined ? {} : { otherFailure }),
});
/** A world of a size that is kept as a file with its text. */
const world = (text: string) =>
  ({
    size: text.length,
    keep: (path: string) => {
      writeFileSync(path, text);
      return path;
    },
  }) as unknown as World;

function meet(failures: OtherFailures, failure: string, text: string): void {
  failures.count(met(failure));
  failures.keep(met(failure), world(text));
}

test("other failures are counted, the most frequent first; tests that show none are not", () => {
  const failures = new OtherFailures(newRecord());
  for (const failure of ["exit 4", undefined, "exit 5", "exit 5", undefined]) failures.count(met(failure));
  expect(failures.all).toEqual([
    { failure: "exit 5", count: 2 },
    { failure: "exit 4", count: 1 },
  ]);
});

test("other failures are shown as they were first printed, and without marks where that is not known", () => {
  const failures = new OtherFailures(newRecord());
  for (const printed of ["TypeError: a is not a function", "TypeError: b is not a function"])
    failures.count({ ...met("TypeError: · is not a function"), printed });
  failures.count(met("RangeError: · is too large"));
  expect(failures.all).toEqual([
    { failure: "TypeError: a is not a function", count: 2 },
    { failure: "RangeError: … is too large", count: 1 },
  ]);
});

test("of each the smallest candidate is kept", () => {
  const failures = new OtherFailures(newRecord());
  for (const text of ["four", "longer", "two", "six"]) meet(failures, "exit 4", text);
  const { count, file } = failures.all[0]!;
  expect([count, readFileSync(file!, "utf8")]).toEqual([4, "two"]);
});

test("a resumed run knows what was kept, and counts anew", () => {
  const record = newRecord();
  meet(new OtherFailures(record), "exit 4", "small");
  const resumed = new OtherFailures(record);
  expect(resumed.all).toEqual([]);
  meet(resumed, "exit 4", "larger text");
  expect(resumed.all).toMatchObject([{ failure: "exit 4", count: 1 }]);
  expect(readFileSync(resumed.all[0]!.file!, "utf8")).toBe("small");
});

test("of more than twenty kinds the later ones are counted, not kept", () => {
  const failures = new OtherFailures(newRecord());
  for (let i = 1; i <= 25; i++) meet(failures, `exit ${i}`, "text");
  expect(failures.all).toHaveLength(25);
  expect(failures.all.filter(({ file }) => file !== undefined)).toHaveLength(20);
});

test("where nothing can be kept the search goes on", () => {
  const record = newRecord();
  const failures = new OtherFailures(record);
  rmSync(record.folder, { recursive: true });
  writeFileSync(record.folder, "");
  meet(failures, "exit 4", "text");
  expect(failures.all).toEqual([{ failure: "exit 4", count: 1 }]);
});
