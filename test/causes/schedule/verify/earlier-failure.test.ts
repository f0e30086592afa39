import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { findEarlierFailure } from "../../../../src/causes/schedule/verify/earlier-failure.ts";
import { RunRecord } from "../../../../src/run/record/record.ts";
import { temporaryFolder } from "../../../temporary-folder.ts";

const schedule = [
  { lane: "1", count: 120 },
  { lane: "1.1", count: 7 },
];

function recordOf(cwd: string, { verify = false, kind = "schedule" } = {}): RunRecord {
  const request = { cwd, test: ["./app"], conditions: {}, kind: "native", ...(verify ? { verify: {} } : {}) };
  return RunRecord.create(cwd, { kind, version: "0", request: request as never });
}

function finishedRecord(cwd: string): RunRecord {
  const record = recordOf(cwd);
  record.keep("failing.schedule", "1@120 1.1@7\n");
  const rows = [{ lane: "1.1", count: 7, from: "a.c:1", to: "a.c:9" }];
  const files = { failing: join(record.folder, "output", "failing.schedule") };
  record.save("story.json", {
    finding: { files, cause: [{ thread: "1", against: "1.1" }], schedules: { failing: { rows } } },
  });
  record.save("kind.json", "workers");
  return record;
}

describe("RUN", () => {
  test("is a schedule", () => {
    expect(findEarlierFailure("1@120 1.1@7", temporaryFolder("verify"))).toEqual({
      name: "1@120 1.1@7",
      schedule,
      places: {},
    });
  });

  test("is a file with one", () => {
    const cwd = temporaryFolder("verify");
    writeFileSync(join(cwd, "failing.txt"), "1@120\n1.1@7\n");
    expect(findEarlierFailure("failing.txt", cwd).schedule).toEqual(schedule);
  });

  test("is a run: by name, as its folder, or as the last one that was no verification", () => {
    const cwd = temporaryFolder("verify");
    const { header, folder } = finishedRecord(cwd);
    recordOf(cwd, { verify: true });
    for (const name of [header.run, folder, "last"])
      expect(findEarlierFailure(name, cwd)).toMatchObject({
        name: header.run,
        schedule,
        decisive: ["1", "1.1"],
        places: { "1.1@7": "a.c:9" },
        request: { test: ["./app"], kind: "workers" },
      });
  });

  test("has to have a failing schedule", () => {
    const cwd = temporaryFolder("verify");
    expect(() => findEarlierFailure(recordOf(cwd).header.run, cwd)).toThrow(/has no failing schedule/);
    expect(() => findEarlierFailure(recordOf(cwd, { kind: "input" }).header.run, cwd)).toThrow(/culprit input/);
    expect(() => findEarlierFailure(cwd, cwd)).toThrow(/not the folder of a run/);
    expect(() => findEarlierFailure("no-such-run", cwd)).toThrow(/There is no run/);
  });
});
