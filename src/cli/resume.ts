import { readCount, readDuration, reportingOptions, testingOptions } from "../application/options.ts";
import type { Option } from "../application/words.ts";
import { applicationOf } from "../causes/applications.ts";
import { UserError } from "../core/user-error.ts";
import type { RunEvent } from "../run/record/events.ts";
import { insideOf, journalFormat, RunRecord } from "../run/record/record.ts";
import { isFinished, runStatus, savedStory } from "../run/record/run-status.ts";
import type { Command } from "./command.ts";
import { checkReporting, exitCodeFor, printStory } from "./output/print-story.ts";
import { readRunName } from "./show/show.ts";
import { continueRun } from "./start-run.ts";

/** Options that may differ from one session of a run to the next, and what they mean there, if it is something else. */
const adjustable: Readonly<Record<string, string | undefined>> = {
  jobs: "how many tests run at a time (default: as in the original run)",
  "max-tests": "stop after this many needed tests, those of earlier sessions included, with the best result so far",
  budget: undefined,
};

export const resumeCommand: Command = {
  name: "resume",
  usage: "culprit resume RUN [--deeper] [options]",
  about: "continue a run that was stopped, was killed or ran out of budget; RUN may be last",
  options: [
    { name: "deeper", about: "go on from the commit that changes --commit found to its lines" },
    ...testingOptions.filter(({ name }) => name in adjustable).map(describedForResume),
    ...reportingOptions,
  ],
  whereTestsRun: "A run goes on where it began: on its engine, if it has one.",
  example: "  culprit resume last --budget 10m\n  culprit resume last --deeper",
  run: async (words) => {
    const name = readRunName(words, "resume");
    if (name.includes(insideOf))
      throw new UserError("A run inside of another goes on with that: resume the outer one.");
    const record = RunRecord.find(process.cwd(), name);
    const { run, kind, format, request } = record.header;
    if (format !== journalFormat) {
      throw new UserError(
        `The run ${run} was recorded by another version of culprit (format ${format}): start a new one.`,
      );
    }
    await checkReporting(words, kind, request);
    const { deepen } = await applicationOf(kind);
    const wasDeepened = record.readEvents<RunEvent>().some(({ event }) => event === "deeper");
    const deeper = deepen?.(request);
    if (words.has("deeper") && !deeper) throw new UserError(`${run} stops at no commit: ${howToStopThere}`);
    const isNew = words.has("deeper") && !wasDeepened;
    const story = savedStory(record);
    if (story && isFinished(runStatus(record)) && !isNew) {
      process.stderr.write(`${run} is already finished.\n`);
      await printStory(story, words, record);
      return exitCodeFor(story.finding);
    }
    const conditions = {
      ...request.conditions,
      jobs: readCount(words, "jobs") ?? request.conditions.jobs,
      // A budget is for one session, and tests are counted in all; the limits that ended the one before no longer count.
      maxTests: readCount(words, "max-tests"),
      budget: readDuration(words, "budget"),
    };
    const wanted = wasDeepened || isNew ? deeper! : request;
    return continueRun(record, { ...wanted, conditions }, words, { deeper: isNew });
  },
};

const howToStopThere =
  "--deeper goes on from what culprit changes --commit found. Without --commit, a run goes to the lines.";

function describedForResume(option: Option): Option {
  return { ...option, about: adjustable[option.name] ?? option.about };
}
