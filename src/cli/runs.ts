import { colorOption } from "../application/options.ts";
import { UserError } from "../core/user-error.ts";
import { counted } from "../report/quantity.ts";
import { onOneLine } from "../report/terminal/one-line.ts";
import { damagedMessage } from "../run/record/damaged-message.ts";
import { RunRecord } from "../run/record/record.ts";
import { isFinished, type RunStatus, runStatus, savedStory } from "../run/record/run-status.ts";
import type { Command } from "./command.ts";
import { paintFor } from "./output/terminal.ts";

/** A run as `culprit runs` lists it. */
interface ListedRun {
  readonly run: string;
  readonly kind: string;
  readonly verdict: RunStatus;
  readonly started: string;
  /** The commit that introduced the failure, if the run found one. */
  readonly commit?: string;
  readonly subject?: string;
}

export const runsCommand: Command = {
  name: "runs",
  usage: "culprit runs [--json] [--prune]",
  about: "past and unfinished runs in this folder, newest first",
  options: [
    { name: "json", about: "print them as one JSON object" },
    { name: "prune", about: "remove the records of all finished runs" },
    colorOption,
    { name: "help", about: "show this" },
  ],
  example: "  culprit runs\n  culprit show last",
  run: async (words) => {
    if (words.positionals.length > 0) throw new UserError(`culprit runs takes no ${words.positionals[0]}.`);
    if (words.has("prune")) removeFinishedRuns();
    const listed = RunRecord.all(process.cwd()).map(listedRun);
    const damaged = RunRecord.damaged(process.cwd());
    for (const folder of damaged) process.stderr.write(`${damagedMessage(folder)}\n`);
    const none = damaged.length === 0 ? "There are no runs here yet.\n" : "There are no runs here that can be read.\n";
    if (words.has("json")) process.stdout.write(`${JSON.stringify({ runs: listed })}\n`);
    else process.stdout.write(listed.length === 0 ? none : listed.map(runLine).join(""));
    return 0;
  },
};

function listedRun(record: RunRecord): ListedRun {
  const { run, kind, started } = record.header;
  const status = runStatus(record);
  return { run, kind, verdict: status, started, ...(status === "found" ? commitFound(record) : {}) };
}

/** The commit that made all of the changes that a run found, or that it stopped at. */
function commitFound(record: RunRecord): Pick<ListedRun, "commit" | "subject"> {
  const cause = savedStory(record)?.finding.cause.filter(({ context }) => !context) ?? [];
  const { commit, subject } = cause[0] ?? {};
  if (commit === undefined || cause.some((entry) => entry.commit !== commit)) return {};
  return { commit, ...(subject === undefined ? {} : { subject }) };
}

function runLine({ run, kind, verdict, started, commit, subject }: ListedRun): string {
  const { dim, green, yellow } = paintFor(process.stdout);
  const found = commit === undefined ? "" : `  ${commit.slice(0, 10)} ${onOneLine(subject ?? "")}`.trimEnd();
  const colour = verdict === "found" ? green : yellow;
  return `${run}  ${kind.padEnd(8)}  ${colour(verdict.padEnd(16))}${dim(started)}${found}\n`;
}

function removeFinishedRuns(): void {
  const finished = RunRecord.all(process.cwd()).filter((record) => isFinished(runStatus(record)));
  for (const record of finished) record.remove();
  process.stderr.write(`Removed the records of ${counted(finished.length, "finished runs")}.\n`);
}
