import { applicationOf } from "../../causes/applications.ts";
import { commandLine } from "../../core/command-line.ts";
import { cutFiles } from "../../run/record/file-sizes.ts";
import { maskForRun } from "../../run/record/mask-record.ts";
import { openQuestion } from "../../run/record/question-file.ts";
import { insideOf, journalFormat, RunRecord } from "../../run/record/record.ts";
import { isFinished } from "../../run/record/run-status.ts";
import type { RunOverview } from "../steps/overview.ts";
import { findingSummary } from "./saved-finding.ts";

/** All runs of a folder as the page lists them. */
export function listRuns(path: string, folder: number): Promise<RunOverview[]> {
  return Promise.all(recordsIn(path).map((record) => overviewOf(record, { folder, path, id: record.header.run })));
}

/** Finds a run, or one inside of it: `RUN/inner/NAME`. */
export function findRun(path: string, id: string): RunRecord | undefined {
  const [outer, inner, ...more] = id.split(insideOf);
  const record = recordsIn(path).find(({ header }) => header.run === outer);
  if (inner === undefined || !record) return record;
  return more.length > 0 ? undefined : RunRecord.innerOf(record).find(({ header }) => header.run === inner);
}

/** Where the page finds a run: the number of its folder, and its name there. */
export interface RunPlace {
  readonly folder: number;
  readonly id: string;
}

/** A place, and the path of its folder. */
export interface FoundPlace extends RunPlace {
  readonly path: string;
}

export async function overviewOf(record: RunRecord, { folder, path, id }: FoundPlace): Promise<RunOverview> {
  const { kind, started, request, version, format, cwd } = record.header;
  const finding = await findingSummary(record);
  const status = record.lockedBy() === undefined ? (finding?.verdict ?? "unfinished") : "running";
  const isOld = format !== journalFormat;
  const { budget } = request.conditions;
  const question = openQuestion(record);
  return maskForRun(record, {
    ...{ id, folder, foundIn: path, cwd, kind, status, started, version, isOld },
    test: commandLine(request.test),
    inner: RunRecord.innerOf(record).map(({ header }) => ({ id: `${id}${insideOf}${header.run}`, kind: header.kind })),
    // A run inside of another goes on with that.
    canResume: !isOld && !isFinished(status) && !id.includes(insideOf),
    hasFinding: finding !== undefined,
    cut: cutFiles(record),
    ...(finding ? { headline: finding.headline } : {}),
    ...(budget === undefined ? {} : { budget }),
    ...(question ? { question } : {}),
    ...(await linesOf(record)),
  });
}

/** What to type, as its application says. The files that a test names may be gone by now. */
export async function linesOf({
  header: { kind, request },
}: RunRecord): Promise<Pick<RunOverview, "rerun" | "commands">> {
  try {
    const application = await applicationOf(kind);
    const [rerun, commands] = [application.rerun?.(request), application.commands?.(request)];
    return { ...(rerun ? { rerun } : {}), ...(commands ? { commands } : {}) };
  } catch {
    return {};
  }
}

/** The folders of the runs whose records cannot be read. */
export function damagedRuns(path: string): string[] {
  return inFolder(() => RunRecord.damaged(path));
}

function recordsIn(path: string): RunRecord[] {
  return inFolder(() => RunRecord.all(path));
}

/** Folders that are gone, or cannot be read, have no runs. */
function inFolder<T>(list: () => T[]): T[] {
  try {
    return list();
  } catch {
    return [];
  }
}
