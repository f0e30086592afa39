import { basename } from "node:path";
import { maskForRun } from "../run/record/mask-record.ts";
import { RunRecord } from "../run/record/record.ts";
import { findingSummary } from "../web/server/saved-finding.ts";
import { ownRecords } from "./own-records.ts";
import { callOf, commandOf } from "./run-report.ts";
import { isRunning, type KnownRun, type Runs, statusOf } from "./runs.ts";
import { limitLines, type ToolResult } from "./tool-result.ts";

/** Maximum number of runs in a list. */
const maxRuns = 10;
/** Maximum number of damaged ones that are named. */
const maxDamaged = 5;

/** The newest runs of a folder, or of all roots. */
export async function listRuns({ roots }: Runs, folder: string | undefined): Promise<ToolResult> {
  const folders = folder === undefined ? roots.all() : [roots.folder(folder)];
  const all = folders.flatMap((each) => ownRecords(each).map((record) => knownRun(each, record)));
  const shown = all.sort((a, b) => startOf(b).localeCompare(startOf(a))).slice(0, maxRuns);
  const unreadable = folders.flatMap((each) => RunRecord.damaged(each).map(damagedLine));
  const damaged = unreadable.length === 0 ? [] : [limitLines(unreadable.join("\n"), maxDamaged)];
  const none = damaged.length === 0 ? "There are no runs here yet." : "There are no runs here that can be read.";
  if (shown.length === 0) return { text: [...damaged, `${none} Next: why, with the failing command as test.`] };
  const more = all.length - shown.length;
  return {
    text: [
      ...(await Promise.all(shown.map(runLine))),
      ...damaged,
      ...(more > 0 ? [`… and ${more} older ones`] : []),
      `Next: ${isRunning(shown[0]!) ? callOf("status", shown[0]!, roots, { wait: 30 }) : callOf("result", shown[0]!, roots)}`,
    ],
    data: { runs: shown.map((run) => ({ run: run.name, folder: roots.nameOf(run.folder), status: statusOf(run) })) },
  };
}

function knownRun(folder: string, record: RunRecord): KnownRun {
  return { name: record.header.run, folder, record, process: undefined };
}

function damagedLine(folder: string): string {
  return `The record of the run ${basename(folder)} is damaged and cannot be read.`;
}

function startOf({ record }: KnownRun): string {
  return record?.header.started ?? "";
}

async function runLine(run: KnownRun): Promise<string> {
  const headline = (await findingSummary(run.record!))?.headline;
  const line = `${run.name}  ${statusOf(run)}  ${commandOf(run.record!)}${headline ? `: ${headline}` : ""}`;
  return limitLines(maskForRun(run.record!, line), 1);
}
