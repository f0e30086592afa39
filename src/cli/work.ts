import { mkdirSync } from "node:fs";
import { dirname, relative, resolve } from "node:path";
import { findInInput } from "../causes/input/input.ts";
import type { InputRequest } from "../causes/input/request.ts";
import { checkPlace } from "../causes/input/writable-place.ts";
import type { Finding, Story } from "../core/finding.ts";
import { summary } from "../report/terminal.ts";
import type { Record } from "../run/record.ts";
import { Run } from "../run/run.ts";
import { writeWhole } from "../world/write-whole.ts";
import type { Words } from "./command.ts";
import { type ProgressLine, progressLine } from "./progress-line.ts";
import { paintFor } from "./terminal.ts";

/** Works on a run until it is done or stopped, reports, and gives the exit code. */
export async function work(record: Record, request: InputRequest, words: Words): Promise<number> {
  const progress = progressLine({ quiet: words.has("quiet") });
  const run = new Run(record, request.conditions);
  if (run.damaged > 0) {
    progress.note(`The last ${run.damaged} bytes of the journal could not be read; the run goes on from before them.`);
  }
  const signals = stopOnSignals(run, progress);
  let story: Story;
  try {
    story = await findInInput(run, request, { onNote: progress.note, onProgress: progress.show });
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
  if (words.has("json")) process.stdout.write(`${JSON.stringify(finding)}\n`);
  else process.stdout.write(`\n${summary(withNearFiles(story), paintFor(process.stdout))}`);
  if (finding.verdict === "not-reproduced" && words.has("json")) process.stderr.write(`${finding.reason}\n`);
  if (finding.verdict === "interrupted" && words.has("json")) process.stderr.write(`culprit resume ${finding.run}\n`);
  const file = words.value("html");
  if (file !== undefined) {
    const { html } = await import("../report/html/html.ts");
    mkdirSync(dirname(resolve(file)), { recursive: true });
    writeWhole(file, html(story));
  }
}

/** Sees, before any time is spent, that the page can be written, and over nothing that the run needs. */
export function checkHtml(words: Words, request: InputRequest): void {
  const file = words.value("html");
  if (file !== undefined) checkPlace(resolve(file), "--html", request);
}

/** Paths below the folder where the user stands are shown from there. */
function withNearFiles(story: Story): Story {
  const near = (path: string) => {
    const from = relative(process.cwd(), path);
    return from.startsWith("..") ? path : from;
  };
  const files = Object.fromEntries(Object.entries(story.finding.files).map(([which, path]) => [which, near(path)]));
  const others = story.finding.otherFailures?.map((each) => (each.file ? { ...each, file: near(each.file) } : each));
  return { ...story, finding: { ...story.finding, files, ...(others ? { otherFailures: others } : {}) } };
}

export function exitCodeOf({ verdict, deltas }: Finding): number {
  if (verdict === "found") return 0;
  return verdict === "exhausted" && deltas.cause < deltas.total ? 0 : 1;
}

const exitCodes = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;
type StopSignal = keyof typeof exitCodes;

/** The first signal ends the run in order, with the best result written; the second one ends the process at once. */
function stopOnSignals(run: Run, progress: ProgressLine) {
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
