import type { Application } from "../../application/application.ts";
import { readWords } from "../../application/words.ts";
import { commandLine } from "../../core/command-line.ts";
import type { Finding, Story } from "../../core/finding.ts";
import { UserError } from "../../core/user-error.ts";
import { runInside } from "../../run/inner-run.ts";
import type { Run } from "../../run/run.ts";
import { projectRoot } from "../../suites/project-root.ts";
import { inLayer } from "../../suites/suite-world.ts";
import type { World } from "../../trial/laboratory.ts";
import type { Instrument } from "./instrument.ts";

/** Loads an application by its name. Applications do not know each other: the table of applications hands this in. */
export type LoadApplication = (name: string) => Promise<Application>;

/** What an instrument came to: its story, or why it could not begin. */
export type InstrumentEnd = { readonly story: Story } | { readonly refusal: string };

/** Runs a command of culprit as a part of this run. */
export async function runInstrument(
  run: Run,
  load: LoadApplication,
  { command, words }: Instrument,
): Promise<InstrumentEnd> {
  const application = await load(command);
  try {
    const options = conditionOptions(run);
    const request = application.readRequest(readWords(application, [...options, ...words]), run.record.header.cwd);
    // Schedules and logs are in the record, which no layer shows.
    const isLayered = command !== "schedule";
    const dress = (world: World) => (isLayered ? inLayer(world, projectRoot(run.record.header.cwd)) : world);
    const inner = { kind: command, name: nameOf(command, words), request, dress, isKept: true };
    const story = await runInside<Story>(run, { ...inner, isDone }, (own) => application.find(own, request));
    return { story };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return { refusal: error.message };
  }
}

function isDone({ finding }: Story): boolean {
  return finding.verdict === "found" || finding.verdict === "not-reproduced";
}

/** The limits of this run are those of the instrument, too. */
function conditionOptions({ conditions }: Run): string[] {
  const { jobs, timeout } = conditions;
  return ["--jobs", String(jobs), ...(timeout === undefined ? [] : ["--timeout", `${timeout}ms`])];
}

/** Tells instruments of one run apart in its record. */
function nameOf(command: string, words: readonly string[]): string {
  const end = words.indexOf("--");
  const own = words.slice(0, end === -1 ? words.length : end).join(" ");
  return `${command}-${own.replace(/[^\w.~+-]+/g, "_").slice(0, 60)}`;
}

/** How the user repeats it. */
export function instrumentCommand({ command, words, shown }: Instrument): string {
  return shown ?? commandLine(["culprit", command, ...words]);
}

export function foundBy(end: InstrumentEnd): Finding | undefined {
  return "story" in end && end.story.finding.verdict === "found" ? end.story.finding : undefined;
}
