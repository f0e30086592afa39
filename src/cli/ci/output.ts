import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { UserError } from "../../core/user-error.ts";

/** What every report of a job has: a folder that has it is one of ours. */
const mark = "culprit.sarif";

/** Checks, before any time is spent, that reports in a folder overwrite nothing else. */
export function checkOutput(folder: string): void {
  if (!existsSync(folder)) return;
  if (!statSync(folder).isDirectory()) throw new UserError(`--output ${folder} is a file: name a folder.`);
  const names = readdirSync(folder);
  if (names.length > 0 && !names.includes(mark))
    throw new UserError(`--output ${folder} has other files in it: name a new folder.`);
}

/** Makes the folder, without the reports of an earlier job. */
export function emptyOutput(folder: string): void {
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(folder).filter((each) => ours.test(each))) rmSync(join(folder, name));
}

const ours = /\.patch$|^(?:culprit\.sarif|finding\.json|gl-code-quality-report\.json|report\.html|summary\.md)$/;
