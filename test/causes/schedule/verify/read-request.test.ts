import { describe, expect, test } from "vitest";
import { readWords } from "../../../../src/application/words.ts";
import { schedule } from "../../../../src/causes/schedule/application.ts";
import { readVerifyRequest, verifyHelp } from "../../../../src/causes/schedule/verify/read-request.ts";
import { RunRecord } from "../../../../src/run/record/record.ts";
import { temporaryFolder } from "../../../temporary-folder.ts";

const cwd = temporaryFolder("verify-request");
const request = (...argv: string[]) => readVerifyRequest(readWords(schedule, ["verify", ...argv]), cwd);

describe("culprit schedule verify", () => {
  test("tries 100 other schedules unless it is told how many", () => {
    expect(request("1@3", "--", "./app")).toMatchObject({ explore: 100, kind: "native", verify: { name: "1@3" } });
    expect(request("1@3", "--explore", "7", "--", "./app").explore).toBe(7);
  });

  test("tries all schedules with at most two preemptions unless it is told another bound", () => {
    expect(request("1@3", "--", "./app").verify).not.toHaveProperty("exhaustive");
    expect(request("1@3", "--exhaustive", "--", "./app").verify!.exhaustive).toBe(2);
    expect(request("1@3", "--exhaustive", "0", "--", "./app").verify!.exhaustive).toBe(0);
    expect(() => request("1@3", "--exhaustive=x", "--", "./app")).toThrow(/number of preemptions/);
    expect(() => request("1@3", "--exhaustive", "--explore", "5", "--", "./app")).toThrow(/use one of the two/);
  });

  test("takes from the earlier run what it is not told", () => {
    const conditions = { failure: { mode: "exit" } };
    const earlier = { cwd, test: ["node", "app.mjs"], conditions, kind: "async", limit: 77, packages: ["p"] };
    const record = RunRecord.create(cwd, { kind: "schedule", version: "0", request: earlier as never });
    record.save("story.json", {
      finding: { files: {}, cause: [], everyScheduleFails: { failed: 3, ended: "exit 1" } },
    });
    record.save("kind.json", "workers");
    expect(request("last")).toMatchObject({ ...earlier, kind: "workers", conditions, verify: { schedule: [] } });
    const told = request("last", "--limit", "5", "--kind", "async", "--failure", "any", "--", "node", "new.mjs");
    expect(told).toMatchObject({ test: ["node", "new.mjs"], kind: "async", limit: 5, packages: ["p"] });
    expect(told.conditions.failure).toEqual({ mode: "any" });
  });

  test("needs a RUN", () => {
    expect(() => request("--", "./app")).toThrow(/Whose failing schedule/);
  });

  test("has no option that culprit schedule does not read", () => {
    const known = schedule.options.map(({ name }) => name);
    expect(verifyHelp.options.map(({ name }) => name).filter((name) => !known.includes(name))).toEqual([]);
  });
});
