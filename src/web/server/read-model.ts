import { existsSync, readFileSync } from "node:fs";
import type { RunRecord } from "../../run/record/record.ts";
import { RunModel } from "../steps/run-model.ts";

/** All that the files of a run tell of its steps. */
export function readModel({ journalPath, stepsPath }: RunRecord): RunModel {
  const model = new RunModel();
  if (existsSync(journalPath)) model.journal.add(readFileSync(journalPath, "utf8"));
  if (existsSync(stepsPath)) model.log.add(readFileSync(stepsPath, "utf8"));
  return model;
}
