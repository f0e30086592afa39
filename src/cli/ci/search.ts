import { readWords } from "../../application/words.ts";
import { type ApplicationName, applicationOf } from "../../causes/applications.ts";
import type { Story } from "../../core/finding.ts";
import { isSameRequest, RunRecord } from "../../run/record/record.ts";
import { runStatus, savedStory } from "../../run/record/run-status.ts";
import { RunInUse } from "../../run/run-in-use.ts";
import { isUserMistake } from "../output/report-error.ts";
import { findStory, withoutEmptyRecord } from "../start-run.ts";
import { version } from "../version.ts";

/** What a search of a job came to. */
export type CiSearchEnd =
  | CiAnswer
  | { readonly refusal: string }
  /** Another process makes the same search. */
  | { readonly inUse: string }
  | { readonly exitCode: number };

export interface CiAnswer {
  readonly story: Story;
  readonly record: RunRecord;
  /** Of the signal that stopped it. */
  readonly exitCode?: number;
}

/** Runs a command of culprit, or goes on with the same one of an earlier job whose record the cache has brought back. */
export async function searchInJob(
  kind: ApplicationName,
  argv: readonly string[],
  how: { readonly quiet: boolean; readonly mask: (text: string) => string },
): Promise<CiSearchEnd> {
  const cwd = process.cwd();
  try {
    const application = await applicationOf(kind);
    const request = application.readRequest(readWords(application, argv), cwd);
    const known = RunRecord.all(cwd).find(({ header }) => isSameRequest(header, { kind, request }));
    const status = known && runStatus(known);
    if (known && status === "found") return { story: savedStory(known)!, record: known };
    // A failure that was not reproduced may be by now.
    const isResumed = known !== undefined && status !== "not-reproduced";
    const record = isResumed ? known : RunRecord.create(cwd, { kind, version, request });
    if (isResumed) process.stderr.write(`An earlier job began this search: it goes on with ${record.header.run}.\n`);
    const { story, exitCode } = await withoutEmptyRecord(record, () => findStory(record, request, how));
    if (!story) return { exitCode: exitCode ?? 1 };
    return { story, record, ...(exitCode === undefined ? {} : { exitCode }) };
  } catch (error) {
    if (error instanceof RunInUse) return { inUse: error.message };
    if (!isUserMistake(error)) throw error;
    return { refusal: error.message };
  }
}
