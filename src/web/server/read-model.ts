import { existsSync, readFileSync } from "node:fs";
import type { RunRecord } from "../../run/record/record.ts";
import type { ReadFiles } from "../steps/damage.ts";
import { JsonLines } from "../steps/json-lines.ts";
import { RunModel } from "../steps/run-model.ts";

/** All that the files of a run tell of its steps. */
export function readModel(record: RunRecord): RunModel {
  const model = new RunModel();
  readInto(model, record);
  return model;
}

/** The files of a run, read only to see whether they can be. */
export function readFiles(record: RunRecord): ReadFiles {
  const files = { journal: new JsonLines(() => {}), log: new JsonLines(() => {}) };
  readInto(files, record);
  return files;
}

function readInto(
  { journal, log }: { readonly [file in keyof ReadFiles]: { readonly add: (text: string) => void } },
  { journalPath, stepsPath }: RunRecord,
): void {
  if (existsSync(journalPath)) journal.add(readFileSync(journalPath, "utf8"));
  if (existsSync(stepsPath)) log.add(readFileSync(stepsPath, "utf8"));
}
