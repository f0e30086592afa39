import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { Application } from "../../application/application.ts";
import { readWords } from "../../application/words.ts";
import { commandLine } from "../../core/command-line.ts";
import type { Finding, Story } from "../../core/finding.ts";
import { UserError } from "../../core/user-error.ts";
import { firstTimeLimit } from "../../run/ends/ends.ts";
import { runInside } from "../../run/inner-run.ts";
import type { Run } from "../../run/run.ts";
import { projectRoot } from "../../suites/project-root.ts";
import { inLayer } from "../../suites/suite-world.ts";
import type { World } from "../../trial/laboratory.ts";
import { withoutValues } from "./hide-values.ts";
import type { Instrument, SecretFile } from "./instrument.ts";

/** Loads an application by its name. Applications do not know each other: the table of applications hands this in. */
export type LoadApplication = (name: string) => Promise<Application>;

/** What an instrument came to: its story, or why it could not begin. */
export type InstrumentEnd = { readonly story: Story } | { readonly refusal: string };

/** Runs a command of culprit as a part of this run. */
export async function runInstrument(run: Run, load: LoadApplication, instrument: Instrument): Promise<InstrumentEnd> {
  const { command, words, secretFiles = [] } = instrument;
  const application = await load(command);
  try {
    for (const each of secretFiles) writeSecret(each);
    const options = [...conditionOptions(run), ...withoutEngine(application)];
    const request = application.readRequest(readWords(application, [...options, ...words]), run.record.header.cwd);
    // Schedules and logs are in the record, which no layer shows.
    const isLayered = command !== "schedule";
    const dress = (world: World) => (isLayered ? inLayer(world, projectRoot(run.record.header.cwd)) : world);
    const inner = { kind: command, name: nameOf(instrument), request, dress, isKept: true };
    const story = await runInside<Story>(run, { ...inner, isDone }, async (own) =>
      withoutValues(await application.find(own, request)),
    );
    return { story };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return { refusal: error.message };
  } finally {
    for (const { path } of secretFiles) rmSync(path, { force: true });
  }
}

function isDone({ finding }: Story): boolean {
  return finding.verdict === "found" || finding.verdict === "not-reproduced";
}

/** The limits of this run are those of the instrument, too. */
function conditionOptions({ conditions, ends }: Run): string[] {
  const { jobs } = conditions;
  // A test that takes longer than the usual limit of a first run is known to do so.
  const learned = ends && ends.timeLimit > firstTimeLimit ? ends.timeLimit : undefined;
  const timeout = conditions.timeout ?? learned;
  return ["--jobs", String(jobs), ...(timeout === undefined ? [] : ["--timeout", `${timeout}ms`])];
}

/** Instruments run on this machine, also if CULPRIT_ENGINE is set. */
function withoutEngine({ options }: Application): string[] {
  return options.some(({ name }) => name === "engine") ? ["--engine", ""] : [];
}

function writeSecret({ path, content }: SecretFile): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  writeFileSync(path, content, { mode: 0o600 });
}

/** Tells instruments of one run apart in its record. */
function nameOf({ command, words, name }: Instrument): string {
  const end = words.indexOf("--");
  const own = name ?? words.slice(0, end === -1 ? words.length : end).join(" ");
  return `${command}-${own.replace(/[^\w.~+-]+/g, "_").slice(0, 60)}`;
}

/** How the user repeats it. */
export function instrumentCommand({ command, words, shown }: Instrument): string {
  return shown ?? commandLine(["culprit", command, ...words]);
}

export function foundBy(end: InstrumentEnd): Finding | undefined {
  return "story" in end && end.story.finding.verdict === "found" ? end.story.finding : undefined;
}
