import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { checkPlace, ownRecords } from "../../src/mcp/own-records.ts";
import { Roots } from "../../src/mcp/roots.ts";
import { Runs } from "../../src/mcp/runs.ts";
import { RunRecord } from "../../src/run/record/record.ts";
import type { RunRequest } from "../../src/run/request.ts";
import { temporaryFolder } from "../temporary-folder.ts";

function recordIn(folder: string, cwd = folder): RunRecord {
  const request = { cwd, test: ["t"], conditions: {} } as unknown as RunRequest;
  return RunRecord.create(folder, { kind: "input", version: "1", request });
}

test("a record that is a link out of the roots is none", () => {
  const [root, outside] = [temporaryFolder("root"), temporaryFolder("outside")];
  const { header, folder } = recordIn(outside);
  mkdirSync(join(root, ".culprit/runs"), { recursive: true });
  symlinkSync(folder, join(root, ".culprit/runs", header.run));
  const runs = new Runs({ roots: new Roots([root]), program: "", maxRuns: 1 });
  expect(ownRecords(root)).toEqual([]);
  for (const run of ["last", header.run]) expect(() => runs.find({ run })).toThrow("There is no run");
});

test("a test that is run outside of the roots is not run for a record inside", () => {
  const [root, outside] = [temporaryFolder("root"), temporaryFolder("outside")];
  const roots = new Roots([root]);
  expect(() => checkPlace(recordIn(root, outside), roots)).toThrow(`${outside}, is outside of the folders`);
  checkPlace(recordIn(root), roots);
});
