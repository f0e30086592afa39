import { commandLine } from "../core/command-line.ts";
import type { Story } from "../core/finding.ts";
import type { FindingReport } from "../report/finding-report.ts";
import { nextAfterCause } from "../report/next-after-cause.ts";
import { nextWithoutCause } from "../report/next-without-cause.ts";
import { counted, duration } from "../report/quantity.ts";
import { withShortPaths } from "../report/short-paths.ts";
import { shortSummary } from "../report/terminal/agent-summary.ts";
import { maskForRun } from "../run/record/mask-record.ts";
import type { RunRecord } from "../run/record/record.ts";
import { findingSummary, loadStory } from "../web/server/saved-finding.ts";
import { evidenceOf } from "./evidence.ts";
import { link } from "./link.ts";
import type { Roots } from "./roots.ts";
import { runProgress } from "./run-progress.ts";
import { isRunning, type KnownRun, statusOf } from "./runs.ts";
import { limitLines, type ToolResult } from "./tool-result.ts";

/** Maximum number of lines of a report in a result; the rest is a resource. */
const maxReport = 36;

/** What a run found, or how far it is: the answer first, then the next step. */
export async function runReport(run: KnownRun, roots: Roots): Promise<ToolResult> {
  const report = await unmaskedReport(run, roots);
  return run.record ? maskForRun(run.record, report) : report;
}

async function unmaskedReport(run: KnownRun, roots: Roots): Promise<ToolResult> {
  if (isRunning(run)) return { text: [progressLine(run), nextWhileRunning(run, roots)], data: dataOf(run, roots) };
  const { story, report } = run.record ? await loadStory(run.record) : {};
  if (!run.record || !story || !report) return withoutFinding(run, roots);
  const summary = shortSummary(withShortPaths(story, run.folder), report, {
    max: maxReport,
    rest: " in report.txt",
  }).join("\n");
  const headline = (await findingSummary(run.record))?.headline;
  return {
    text: [summary.replaceAll(`${run.folder}/`, ""), "", nextStep({ run, roots }, story, report)],
    data: { ...dataOf(run, roots), headline },
    links: evidenceOf(run.record).map((evidence) => link(run, evidence, roots)),
  };
}

/** One line: what runs, since when, and how far it is. */
export function progressLine({ name, record, process }: KnownRun): string {
  if (!record) return `Starting (process ${process?.pid}).`;
  const { started } = record.header;
  const { tests, stage } = runProgress(record);
  const time = duration(Date.now() - Date.parse(started));
  const at = stage === undefined ? "" : `, now: ${stage}`;
  const line = `Running: ${name}, ${limitLines(commandOf(record), 1)} (${time}, ${counted(tests, "tests")} so far${at}).`;
  return maskForRun(record, line);
}

/** What runs, as far as it has a test of the user's: two programs are compared without one. */
export function commandOf({ header: { kind, request } }: Pick<RunRecord, "header">): string {
  return request.test.length === 0 ? `culprit ${kind}` : `culprit ${kind} -- ${commandLine(request.test)}`;
}

/** How a client names a run in further calls. */
export function callOf(tool: string, { name, folder }: KnownRun, roots: Roots, more: object = {}): string {
  const place = roots.nameOf(folder);
  return `${tool} ${JSON.stringify({ run: name, ...(place === "" ? {} : { folder: place }), ...more })}`;
}

function nextWhileRunning(run: KnownRun, roots: Roots): string {
  return (
    `Next: ${callOf("status", run, roots, { wait: 30 })}. It goes on when you are gone; ` +
    `${callOf("cancel", run, roots)} ends it with the best result so far.`
  );
}

function nextStep(
  { run, roots }: { readonly run: KnownRun; readonly roots: Roots },
  story: Story,
  report: FindingReport,
): string {
  const { verdict } = story.finding;
  if (verdict === "not-reproduced") return `Next: ${nextWithoutCause(story, report)}`;
  if (verdict !== "found") return `Next: ${resumeCall(run, roots)} goes on from here.`;
  const next = nextAfterCause(story, report).replaceAll(`${run.folder}/`, "");
  return `Next: ${next.replace(`culprit resume ${run.name} --deeper`, resumeCall(run, roots, ["--deeper"]))}`;
}

function resumeCall({ name, folder }: KnownRun, roots: Roots, options: readonly string[] = []): string {
  const place = roots.nameOf(folder);
  const given = { command: "resume", args: [name, ...options], ...(place === "" ? {} : { folder: place }) };
  return `start ${JSON.stringify(given)}`;
}

/** It ended without a finding: it could not start, has only something to print, or was killed. */
function withoutFinding(run: KnownRun, roots: Roots): ToolResult {
  const { process, record } = run;
  const printed = `${process?.stdout ?? ""}${process?.stderr ?? ""}`.trim();
  const isError = process?.exitCode !== 0;
  if (!record) {
    // Of a help that is cut there is no rest anywhere.
    const most = isError ? maxReport : Number.POSITIVE_INFINITY;
    return { text: [limitLines(printed || `It ended without a message (exit ${process?.exitCode}).`, most)], isError };
  }
  const text = [
    `The run ${run.name} ended without a finding.`,
    ...(printed === "" ? [] : [limitLines(printed, maxReport)]),
    `Next: ${resumeCall(run, roots)} goes on from here.`,
  ];
  return { text, data: dataOf(run, roots), isError };
}

function dataOf(run: KnownRun, roots: Roots): Readonly<Record<string, unknown>> {
  const place = roots.nameOf(run.folder);
  const tests = run.record ? runProgress(run.record).tests : 0;
  return { run: run.name, ...(place === "" ? {} : { folder: place }), status: statusOf(run), tests };
}
