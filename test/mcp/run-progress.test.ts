import { appendFileSync, truncateSync } from "node:fs";
import { expect, test } from "vitest";
import { runProgress } from "../../src/mcp/run-progress.ts";
import { progressLine } from "../../src/mcp/run-report.ts";
import { RunRecord } from "../../src/run/record/record.ts";
import type { RunRequest } from "../../src/run/request.ts";
import { temporaryFolder } from "../temporary-folder.ts";

test("progress counts the tests that were added, and starts again with a journal that was cut", () => {
  const cwd = temporaryFolder("progress");
  const request = { cwd, test: ["t"], conditions: {} } as unknown as RunRequest;
  const record = RunRecord.create(cwd, { kind: "input", version: "1", request });
  expect(runProgress(record)).toEqual({ tests: 0, stage: undefined });
  const trial = (stage: string) => appendFileSync(record.journalPath, `{"event":"trial","stage":"${stage}"}\n`);
  trial("lines");
  trial("tokens");
  expect(runProgress(record)).toEqual({ tests: 2, stage: "tokens" });
  appendFileSync(record.journalPath, '{"event":"tri');
  expect(runProgress(record).tests).toBe(2);
  appendFileSync(record.journalPath, 'al","stage":"characters"}\n');
  expect(runProgress(record)).toEqual({ tests: 3, stage: "characters" });
  truncateSync(record.journalPath, 0);
  trial("again");
  expect(runProgress(record)).toEqual({ tests: 1, stage: "again" });
});

test("the line about a run that goes on has no secrets of the shell that began it", () => {
  const cwd = temporaryFolder("progress");
  const request = { cwd, test: ["./deploy", "abc-123-secret"], conditions: {} } as unknown as RunRequest;
  const record = RunRecord.create(cwd, { kind: "input", version: "1", request });
  record.save("secrets.json", [{ name: "API_TOKEN", value: "abc-123-secret" }]);
  const line = progressLine({ name: record.header.run, folder: cwd, record, process: undefined });
  expect(line).toContain("culprit input -- ./deploy <API_TOKEN> (");
});
