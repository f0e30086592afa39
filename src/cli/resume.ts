import { readCount, readDuration, reportingOptions, testingOptions } from "../application/options.ts";
import { UserError } from "../core/user-error.ts";
import { journalFormat, RunRecord } from "../run/record.ts";
import type { Command } from "./command.ts";
import { isFinished, storyOf, verdictOf } from "./runs.ts";
import { runNamed } from "./show.ts";
import { checkHtml, exitCodeOf, report, work } from "./work.ts";

const adjustable = ["jobs", "max-tests", "budget"];

export const resume: Command = {
  name: "resume",
  usage: "culprit resume RUN [options]",
  about: "continue a run that was stopped, was killed or ran out of budget; RUN may be last",
  options: [...testingOptions.filter(({ name }) => adjustable.includes(name)), ...reportingOptions],
  example: "  culprit resume last --budget 10m",
  run: async (words) => {
    const record = RunRecord.find(process.cwd(), runNamed(words, "resume"));
    const { run, kind, format } = record.header;
    const { request: asked } = record.header;
    if (format !== journalFormat) {
      throw new UserError(
        `The run ${run} was recorded by another version of culprit (format ${format}): start a new one.`,
      );
    }
    checkHtml(words, kind, asked);
    const story = storyOf(record);
    if (story && isFinished(verdictOf(record))) {
      process.stderr.write(`${run} is already finished.\n`);
      await report(story, words);
      return exitCodeOf(story.finding);
    }
    const conditions = {
      ...asked.conditions,
      jobs: readCount(words, "jobs") ?? asked.conditions.jobs,
      // A budget is for one session; the one that ran out no longer holds.
      maxTests: readCount(words, "max-tests"),
      budget: readDuration(words, "budget"),
    };
    return work(record, { ...asked, conditions }, words);
  },
};
