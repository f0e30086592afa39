import { mkdirSync } from "node:fs";
import { dirname, resolve } from "node:path";
import type { Words } from "../application/words.ts";
import { applicationOf, type Kind } from "../causes/applications.ts";
import type { Finding, Story } from "../core/finding.ts";
import { summary } from "../report/terminal/summary.ts";
import type { RunEvent } from "../run/events.ts";
import { RunRecord } from "../run/record.ts";
import type { RunRequest } from "../run/request.ts";
import { Run } from "../run/run.ts";
import { shortPath } from "../world/files/short-path.ts";
import { checkWritableFile } from "../world/files/writable-path.ts";
import { writeFileAtomically } from "../world/files/write-atomically.ts";
import { isUsersMistake } from "./explain.ts";
import { type ProgressLine, progressLine } from "./progress-line.ts";
import { paintFor } from "./terminal.ts";
import { version } from "./version.ts";

/** Begins a run and works on it. */
export async function begin(kind: Kind, request: RunRequest, words: Words): Promise<number> {
  checkHtml(words, kind, request);
  const record = RunRecord.create(request.cwd, { kind, version, request });
  try {
    return await work(record, request, words);
  } catch (error) {
    // Nothing was learned yet that a resumed run could go on from: a record of it would only be in the way.
    if (isUsersMistake(error) && !record.readEvents<RunEvent>().some(({ event }) => event === "ends")) record.remove();
    throw error;
  }
}

/** Works on a run until it is done or stopped, reports, and gives the exit code. */
export async function work(record: RunRecord, request: RunRequest, words: Words): Promise<number> {
  const progress = progressLine({ quiet: words.has("quiet") });
  const run = new Run(record, request.conditions, { onNote: progress.note, onProgress: progress.show });
  if (run.damaged > 0) {
    progress.note(
      `The last ${run.damaged} bytes of the journal could not be read; the run goes on from the point before them.`,
    );
  }
  const signals = stopOnSignals(run, progress);
  let story: Story;
  try {
    story = await applicationOf(record.header.kind).find(run, request);
    record.save("story.json", story);
  } finally {
    progress.end();
    await run.close();
    signals.release();
  }
  await report(story, words);
  return signals.exitCode ?? exitCodeOf(story.finding);
}

/** Prints a finding in the form asked for. */
export async function report(story: Story, words: Words): Promise<void> {
  const { finding } = story;
  const findingReport = await applicationOf(finding.kind).report();
  if (words.has("json")) process.stdout.write(`${JSON.stringify(finding)}\n`);
  else process.stdout.write(`\n${summary(withNearFiles(story), findingReport, paintFor(process.stdout))}`);
  if (finding.verdict === "not-reproduced" && words.has("json")) process.stderr.write(`${finding.reason}\n`);
  if (finding.verdict === "interrupted" && words.has("json")) process.stderr.write(`culprit resume ${finding.run}\n`);
  const file = words.value("html");
  if (file !== undefined) {
    const { html } = await import("../report/html/html.ts");
    mkdirSync(dirname(resolve(file)), { recursive: true });
    writeFileAtomically(file, html(story, findingReport));
  }
}

/** Checks, before any time is spent, that the page can be written and overwrites nothing that the run needs. */
export function checkHtml(words: Words, kind: string, request: RunRequest): void {
  const file = words.value("html");
  if (file === undefined) return;
  const { test, cwd } = request;
  checkWritableFile(resolve(file), "--html", { inputs: applicationOf(kind).inputs(request), test, cwd });
}

/** Paths in the current folder are shown relative to it. */
function withNearFiles(story: Story): Story {
  const nearby = (path: string) => shortPath(path, process.cwd());
  const files = Object.fromEntries(Object.entries(story.finding.files).map(([which, path]) => [which, nearby(path)]));
  const others = story.finding.otherFailures?.map((each) => (each.file ? { ...each, file: nearby(each.file) } : each));
  return { ...story, finding: { ...story.finding, files, ...(others ? { otherFailures: others } : {}) } };
}

export function exitCodeOf({ verdict, deltas, stages }: Finding): number {
  if (verdict === "found") return 0;
  const narrowed = [{ deltas }, ...stages].some((stage) => stage.deltas.cause < stage.deltas.total);
  return verdict === "exhausted" && narrowed ? 0 : 1;
}

const exitCodes = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;
type StopSignal = keyof typeof exitCodes;

/** The first signal ends the run in order, with the best result written; the second one ends the process at once. */
export function stopOnSignals(run: Run, progress: Pick<ProgressLine, "end">) {
  let exitCode: number | undefined;
  const names = Object.keys(exitCodes) as StopSignal[];
  const stop = (signal: StopSignal) => {
    if (exitCode !== undefined) process.exit(exitCodes[signal]);
    exitCode = exitCodes[signal];
    progress.end();
    run.stop("interrupted");
  };
  for (const name of names) process.on(name, stop);
  return {
    get exitCode() {
      return exitCode;
    },
    release: () => {
      for (const name of names) process.off(name, stop);
    },
  };
}
