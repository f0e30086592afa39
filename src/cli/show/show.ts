import { readCount, reportingOptions } from "../../application/options.ts";
import type { Words } from "../../application/words.ts";
import { UserError } from "../../core/user-error.ts";
import type { RunEvent } from "../../run/record/events.ts";
import { maskForRun } from "../../run/record/mask-record.ts";
import { journalFormat, RunRecord } from "../../run/record/record.ts";
import { runStatus, savedStory } from "../../run/record/run-status.ts";
import type { Command } from "../command.ts";
import { checkReporting, printStory } from "../output/print-story.ts";

export const showCommand: Command = {
  name: "show",
  usage: "culprit show RUN [--json] [--html FILE] | --step N [--run] [--output FILE]",
  about: "what a run found; RUN may be last",
  options: [
    {
      name: "step",
      value: "N",
      about: "show one step of the search instead, by its number on the page of culprit serve",
    },
    { name: "run", about: "with --step: run the test of that step again and show what it prints" },
    { name: "output", value: "FILE", about: "with --step: write the input that was tested" },
    ...reportingOptions.filter(({ name }) => name !== "quiet"),
  ],
  whereTestsRun: "--run runs the test where the run did: on its engine, if it has one.",
  example: "  culprit show last --html report.html\n  culprit show last --step 17 --run",
  run: async (words) => {
    const name = readRunName(words, "show");
    const record = RunRecord.find(process.cwd(), name);
    const step = readCount(words, "step");
    if (step !== undefined) return (await import("./show-step.ts")).showStep(name, step, words);
    const stepOption = ["output", "run"].find((name) => words.value(name) !== undefined || words.has(name));
    if (stepOption !== undefined) throw new UserError(`--${stepOption} goes with --step N.`);
    await checkReporting(words, record.header.kind, record.header.request);
    const problem = (await import("./damage-note.ts")).damageNote(record);
    if (problem !== undefined) process.stderr.write(`${problem}\n`);
    const story = savedStory(record);
    if (story) await printStory(maskForRun(record, story), words, record);
    else printUnfinished(record);
    return 0;
  },
};

/** The name of the run that a command is about. */
export function readRunName(words: Words, command: string): string {
  const [name, ...more] = words.positionals;
  if (name === undefined || more.length > 0) throw new UserError(`Which run? culprit ${command} RUN; RUN may be last.`);
  return name;
}

function printUnfinished(record: RunRecord): void {
  const { run, started, format } = record.header;
  const trials = record.readEvents<RunEvent>().filter(({ event }) => event === "trial").length;
  const goOn =
    format === journalFormat
      ? `Go on with: culprit resume ${run}`
      : "Another version of culprit recorded it, so it cannot be resumed.";
  const next = runStatus(record) === "running" ? "It is still running." : goOn;
  process.stdout.write(`${run}, started ${started}, has no finding yet; ${trials} trials are recorded. ${next}\n`);
}
