import { UserError } from "../core/user-error.ts";
import { RunRecord } from "../run/record.ts";
import type { Command } from "./command.ts";
import { isFinished, type RunStatus, runStatus } from "./run-status.ts";
import { paintFor } from "./terminal.ts";

/** A run as `culprit runs` lists it. */
interface ListedRun {
  readonly run: string;
  readonly kind: string;
  readonly verdict: RunStatus;
  readonly started: string;
}

export const runsCommand: Command = {
  name: "runs",
  usage: "culprit runs [--json] [--prune]",
  about: "past and unfinished runs in this folder, newest first",
  options: [
    { name: "json", about: "print them as one JSON object" },
    { name: "prune", about: "remove the records of all finished runs" },
    { name: "help", about: "show this" },
  ],
  example: "  culprit runs\n  culprit show last",
  run: async (words) => {
    if (words.positionals.length > 0) throw new UserError(`culprit runs takes no ${words.positionals[0]}.`);
    if (words.has("prune")) removeFinishedRuns();
    const listed = RunRecord.all(process.cwd()).map(listedRun);
    for (const folder of RunRecord.damaged(process.cwd())) {
      process.stderr.write(`The record in ${folder} cannot be read; remove that folder if you do not need it.\n`);
    }
    if (words.has("json")) process.stdout.write(`${JSON.stringify({ runs: listed })}\n`);
    else process.stdout.write(listed.length === 0 ? "There are no runs here yet.\n" : listed.map(runLine).join(""));
    return 0;
  },
};

function listedRun(record: RunRecord): ListedRun {
  const { run, kind, started } = record.header;
  return { run, kind, verdict: runStatus(record), started };
}

function runLine({ run, kind, verdict, started }: ListedRun): string {
  const { dim, green, yellow } = paintFor(process.stdout);
  const colour = verdict === "found" ? green : yellow;
  return `${run}  ${kind.padEnd(8)}${colour(verdict.padEnd(16))}${dim(started)}\n`;
}

function removeFinishedRuns(): void {
  const finished = RunRecord.all(process.cwd()).filter((record) => isFinished(runStatus(record)));
  for (const record of finished) record.remove();
  process.stderr.write(`Removed the records of ${finished.length} finished runs.\n`);
}
