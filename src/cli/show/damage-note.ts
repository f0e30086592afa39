import { reasonOf } from "../../core/reason.ts";
import { cutFiles } from "../../run/record/file-sizes.ts";
import type { RunRecord } from "../../run/record/record.ts";
import { readFiles } from "../../web/server/read-model.ts";
import { damageOfFiles, damageText } from "../../web/steps/damage.ts";

/** What is wrong with the files of a run, for people; undefined: nothing that can be seen. */
export function damageNote(record: RunRecord): string | undefined {
  try {
    return damageText(damageOfFiles(readFiles(record), cutFiles(record)));
  } catch (error) {
    return `The record cannot be read: ${reasonOf(error)}.`;
  }
}
