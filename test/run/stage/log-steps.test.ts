import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { DeltaSet } from "../../../src/core/delta-set.ts";
import type { StageDetails } from "../../../src/core/stage-details.ts";
import type { StageLine } from "../../../src/run/record/step-lines.ts";
import { StepLog } from "../../../src/run/record/step-log.ts";
import { logSteps } from "../../../src/run/stage/log-steps.ts";
import { ddmin } from "../../../src/search/ddmin.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "culprit-steps-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** The line of a stage of so many deltas with these details. */
function loggedStage(total: number, details: () => StageDetails): StageLine {
  const path = join(folder, "steps.jsonl");
  const log = new StepLog(path);
  logSteps(log, {
    search: ddmin(DeltaSet.range(0, total)),
    shown: (set) => ({ stage: "changes", set: set.toString(), size: set.size }),
    ...{ total, unit: "changes", start: { failing: total }, logging: { details } },
  });
  log.close();
  return JSON.parse(readFileSync(path, "utf8"));
}

const diff = (text: string): StageDetails => ({ kind: "diff", items: [{ file: "a", new: text }] });

test("a stage logs what its deltas are", () => {
  expect(loggedStage(3, () => diff("text")).details).toEqual(diff("text"));
});

test("details that are too large are left out", () => {
  expect(loggedStage(3, () => diff("x".repeat(1_100_000)))).not.toHaveProperty("details");
});

test("a search goes on without details that cannot be made", () => {
  const fails = () => {
    throw new Error("git is gone");
  };
  expect(loggedStage(3, fails)).not.toHaveProperty("details");
});

test("of very many deltas no details are made", () => {
  let asked = 0;
  const details = () => {
    asked++;
    return diff("text");
  };
  expect(loggedStage(5001, details)).not.toHaveProperty("details");
  expect(asked).toBe(0);
});
