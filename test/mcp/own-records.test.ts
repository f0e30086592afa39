import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { checkPlace, ownRecords } from "../../src/mcp/own-records.ts";
import { replay } from "../../src/mcp/replay.ts";
import { Roots } from "../../src/mcp/roots.ts";
import { runProgress } from "../../src/mcp/run-progress.ts";
import { Runs } from "../../src/mcp/runs.ts";
import { insideOf, RunRecord } from "../../src/run/record/record.ts";
import type { RunRequest } from "../../src/run/request.ts";
import { temporaryFolder } from "../temporary-folder.ts";

const requestIn = (cwd: string) => ({ cwd, test: ["t"], conditions: {} }) as unknown as RunRequest;
const runsIn = (root: string) => new Runs({ roots: new Roots([root]), program: "", maxRuns: 1 });

function recordIn(folder: string, cwd = folder): RunRecord {
  return RunRecord.create(folder, { kind: "input", version: "1", request: requestIn(cwd) });
}

/** A run with one step inside of another. */
function recordInside(outer: RunRecord, cwd: string): RunRecord {
  const inner = RunRecord.inside(outer, "x1", { kind: "input", request: requestIn(cwd) });
  const lines = [
    { from: 1, name: "lines", unit: "lines", total: 8, failing: 8 },
    { step: 1, content: "1", outcome: "fail" },
  ];
  writeFileSync(inner.stepsPath, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  writeFileSync(inner.journalPath, '{"event":"trial","stage":"lines"}\n');
  return inner;
}

test("a record that is a link out of the roots is none", () => {
  const [root, outside] = [temporaryFolder("root"), temporaryFolder("outside")];
  const { header, folder } = recordIn(outside);
  mkdirSync(join(root, ".culprit/runs"), { recursive: true });
  symlinkSync(folder, join(root, ".culprit/runs", header.run));
  const runs = runsIn(root);
  expect(ownRecords(root)).toEqual([]);
  for (const run of ["last", header.run]) expect(() => runs.find({ run })).toThrow("There is no run");
});

test("a test that is run outside of the roots is not run for a record inside", () => {
  const [root, outside] = [temporaryFolder("root"), temporaryFolder("outside")];
  const roots = new Roots([root]);
  expect(() => checkPlace(recordIn(root, outside), roots)).toThrow(`${outside}, is outside of the folders`);
  checkPlace(recordIn(root), roots);
});

test.each([
  ["a record inside of another", "inner/x1"],
  ["the folder of those", "inner"],
])("%s that is a link out of the roots is none", async (_, link) => {
  const [root, outside] = [temporaryFolder("root"), temporaryFolder("outside")];
  const outer = recordIn(root);
  const elsewhere = recordIn(outside);
  recordInside(elsewhere, root);
  if (link !== "inner") mkdirSync(join(outer.folder, "inner"));
  symlinkSync(join(elsewhere.folder, link), join(outer.folder, link));
  const [runs, { run }] = [runsIn(root), outer.header];
  expect(() => runs.find({ run: `${run}${insideOf}x1` })).toThrow("There is no run");
  expect(runProgress(outer)).toEqual({ tests: 0, stage: undefined });
  await expect(replay(runs, runs.find({ run }), 1)).rejects.toThrow("No steps are recorded");
});

test("no step is run again outside of the roots, neither by the run nor by one inside of it", async () => {
  const [root, outside] = [temporaryFolder("root"), temporaryFolder("outside")];
  const runs = runsIn(root);
  for (const [outerCwd, innerCwd] of [
    [root, outside],
    [outside, root],
  ] as const) {
    const outer = recordIn(root, outerCwd);
    const inner = recordInside(outer, innerCwd);
    const { run } = outer.header;
    for (const name of [run, `${run}${insideOf}${inner.header.run}`])
      await expect(replay(runs, runs.find({ run: name }), 1), name).rejects.toThrow("is outside of the folders");
  }
});

test("a run inside of another is found by its name, and nothing by a longer one", () => {
  const root = temporaryFolder("root");
  const outer = recordIn(root);
  const { folder } = recordInside(outer, root);
  const [runs, name] = [runsIn(root), `${outer.header.run}${insideOf}x1`];
  expect(runs.find({ run: name }).record?.folder).toBe(folder);
  expect(() => runs.find({ run: `${name}${insideOf}x1` })).toThrow("There is no run");
});
