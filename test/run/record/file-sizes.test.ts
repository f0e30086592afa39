import { mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { cutFiles, forgetSizes, saveSizes } from "../../../src/run/record/file-sizes.ts";
import { RunRecord } from "../../../src/run/record/record.ts";
import { temporaryFolder } from "../../temporary-folder.ts";
import { anyRequest } from "../finished-run.ts";

const home = temporaryFolder("file-sizes");
const newRecord = () =>
  RunRecord.create(mkdtempSync(join(home, "cwd-")), { kind: "input", version: "1.2.3", request: anyRequest });

test("a file that is shorter than the last session left it was cut, and one that is longer was not", () => {
  const record = newRecord();
  writeFileSync(record.journalPath, "0123456789");
  writeFileSync(record.stepsPath, "01234");
  saveSizes(record);
  expect(cutFiles(record)).toEqual([]);
  truncateSync(record.journalPath, 4);
  rmSync(record.stepsPath);
  expect(cutFiles(record)).toEqual([
    { file: "journal", size: 4, was: 10 },
    { file: "steps", was: 5 },
  ]);
  writeFileSync(record.journalPath, "0123456789 and more");
  expect(cutFiles(record)).toEqual([{ file: "steps", was: 5 }]);
});

test("a run that goes on, and one without steps, have lost nothing", () => {
  const record = newRecord();
  writeFileSync(record.journalPath, "0123456789");
  saveSizes(record);
  expect(cutFiles(record)).toEqual([]);
  truncateSync(record.journalPath, 4);
  forgetSizes(record);
  expect(cutFiles(record)).toEqual([]);
});
