import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { listRuns } from "../../src/mcp/list-runs.ts";
import { Roots } from "../../src/mcp/roots.ts";
import { Runs } from "../../src/mcp/runs.ts";
import { RunRecord } from "../../src/run/record/record.ts";
import type { RunRequest } from "../../src/run/request.ts";
import { temporaryFolder } from "../temporary-folder.ts";

test("a list of runs is short, however many are damaged and however long their commands are", async () => {
  const cwd = temporaryFolder("list");
  const request = { cwd, test: ["sh", "-c", "x".repeat(5000)], conditions: {} } as unknown as RunRequest;
  for (let i = 0; i < 12; i++) RunRecord.create(cwd, { kind: "input", version: "1", request });
  for (let i = 10; i < 70; i++) {
    const folder = join(cwd, `.culprit/runs/20260101-0000${i}`);
    mkdirSync(folder);
    writeFileSync(join(folder, "run.json"), "{");
  }
  const runs = new Runs({ roots: new Roots([cwd]), program: "", maxRuns: 1 });
  const lines = (await listRuns(runs, undefined)).text.join("\n").split("\n");
  expect(lines.length).toBeLessThanOrEqual(20);
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(500);
  expect(lines.slice(-3)).toEqual([
    "… 55 more lines",
    "… and 2 older ones",
    expect.stringMatching(/^Next: result \{"run":"\d/),
  ]);
});

test("a run that works is waited for, not asked for its result", async () => {
  const cwd = temporaryFolder("list");
  const request = { cwd, test: ["./test.sh"], conditions: {} } as unknown as RunRequest;
  const record = RunRecord.create(cwd, { kind: "input", version: "1", request });
  const runs = new Runs({ roots: new Roots([cwd]), program: "", maxRuns: 1 });
  record.lock();
  const next = (await listRuns(runs, undefined)).text.at(-1);
  expect(next).toBe(`Next: status {"run":"${record.header.run}","wait":30}`);
});

test("a run that compares two programs is shown without a test", async () => {
  const cwd = temporaryFolder("list");
  const request = { cwd, test: [], conditions: {} } as unknown as RunRequest;
  const { header } = RunRecord.create(cwd, { kind: "state", version: "1", request });
  const runs = new Runs({ roots: new Roots([cwd]), program: "", maxRuns: 1 });
  expect((await listRuns(runs, undefined)).text[0]).toBe(`${header.run}  unfinished  culprit state`);
});
