import { reportingOptions } from "../application/options.ts";
import type { Words } from "../application/words.ts";
import { UserError } from "../core/user-error.ts";
import type { RunEvent } from "../run/events.ts";
import { RunRecord } from "../run/record.ts";
import type { Command } from "./command.ts";
import { storyOf, verdictOf } from "./runs.ts";
import { checkHtml, report } from "./work.ts";

export const show: Command = {
  name: "show",
  usage: "culprit show RUN [--json] [--html FILE]",
  about: "what a run found; RUN may be last",
  options: reportingOptions.filter(({ name }) => name !== "quiet"),
  example: "  culprit show last --html report.html",
  run: async (words) => {
    const record = RunRecord.find(process.cwd(), runNamed(words, "show"));
    checkHtml(words, record.header.kind, record.header.request);
    const story = storyOf(record);
    if (story) await report(story, words);
    else printUnfinished(record);
    return 0;
  },
};

export function runNamed(words: Words, command: string): string {
  const [name, ...more] = words.positionals;
  if (name === undefined || more.length > 0) throw new UserError(`Which run? culprit ${command} RUN; RUN may be last.`);
  return name;
}

function printUnfinished(record: RunRecord): void {
  const { run, started } = record.header;
  const trials = record.readEvents<RunEvent>().filter(({ event }) => event === "trial").length;
  const next = verdictOf(record) === "running" ? "It is still running." : `Go on with: culprit resume ${run}`;
  process.stdout.write(`${run}, started ${started}, has no finding yet; ${trials} trials are recorded. ${next}\n`);
}
