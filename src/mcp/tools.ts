import { UserError } from "../core/user-error.ts";
import { listRuns } from "./list-runs.ts";
import { replay } from "./replay.ts";
import { runReport } from "./run-report.ts";
import type { Runs } from "./runs.ts";
import type { LoadCommand } from "./start-run.ts";
import { startableCommands, startRun } from "./start-run.ts";
import type { Tool } from "./tool.ts";
import { maxWait, waitFor } from "./wait.ts";

const run = { type: "string", description: 'The name of a run, such as 20261115-091233, or "last".' };
const folder = {
  type: "string",
  description: "Where the test is run, relative to the server's folder (default: that folder itself).",
};
const args = { type: "array", items: { type: "string" } };
const test = {
  ...args,
  minItems: 1,
  description:
    'The failing command, word by word: ["npm","test"]. It has to exit with an error when something is wrong.',
};
const wait = {
  type: "number",
  minimum: 0,
  maximum: maxWait,
  description: "Seconds to wait for the answer. The run goes on afterwards.",
};
const changesNothing = { readOnlyHint: true, openWorldHint: false };
// culprit itself changes nothing of the user's, but the client chooses the command, and that may do anything.
const runsTests = { readOnlyHint: false, destructiveHint: true, openWorldHint: true };

/** All tools, in the order in which a client sees them. */
export function toolsFor(runs: Runs, loadCommand: LoadCommand): readonly Tool[] {
  const start = startRun(runs, loadCommand);
  return [
    {
      name: "why",
      title: "Why does a test fail?",
      description:
        "Finds out by experiment why a command fails: an edit, a commit, a package, a variable, the date, other tests, a race, a leftover file, " +
        "a port. Start here. It runs the command many times under changed circumstances and names the smallest cause it can prove.",
      annotations: runsTests,
      properties: { test, folder, args: { ...args, description: 'Further options, such as ["--budget","5m"].' }, wait },
      required: ["test"],
      call: (given, context) => start({ args: [], ...given, command: "why" }, context),
    },
    {
      name: "start",
      title: "Start a search",
      description:
        "Starts any search of culprit if you know already what differs: input (which part of a file), changes (which edit or commit), history, " +
        "packages, args, env, clock, tests (which other tests), schedule (races), state (which variable); resume goes on with a run; " +
        "capture writes down how a test ends here, for why --against on another machine. " +
        'args ["--help"] shows the options of a command. {} in the test stands for the candidate: ' +
        'command input, args ["crash.json"], test ["node","parse.js","{}"].',
      annotations: runsTests,
      properties: {
        command: { type: "string", enum: startableCommands, description: "Which search." },
        args: { ...args, description: "Its words before --: files, revisions, options." },
        test,
        folder,
        wait,
      },
      required: ["command"],
      call: (given, context) => start({ args: [], ...given, command: given.command! }, context),
    },
    {
      name: "status",
      title: "How far is a run?",
      description:
        "How far a run is, or its answer once it is over; without run, the newest runs. wait waits for the answer.",
      annotations: changesNothing,
      properties: { run, folder, wait },
      call: async ({ run, folder, wait = 0 }, context) => {
        if (run === undefined) return listRuns(runs, folder);
        return runReport(await waitFor(runs, runs.find({ run, folder }), wait, context), runs.roots);
      },
    },
    {
      name: "result",
      title: "What did a run find?",
      description: "The answer of a run, the next step, and links to its evidence: report, patches, minimal inputs.",
      annotations: changesNothing,
      properties: { run, folder },
      required: ["run"],
      call: async ({ run, folder }) => runReport(runs.find({ run: run!, folder }), runs.roots),
    },
    {
      name: "replay",
      title: "Run a recorded test again",
      description:
        "Runs the test of the result again, or that of one step, and shows what it prints: evidence for yourself.",
      annotations: runsTests,
      properties: {
        run,
        folder,
        step: { type: "integer", minimum: 1, description: "The number of a step (default: the result)." },
      },
      required: ["run"],
      call: ({ run, folder, step }) => replay(runs, runs.find({ run: run!, folder }), step),
    },
    {
      name: "cancel",
      title: "Stop a run",
      description: "Stops a run as Ctrl-C does: its best result so far is kept, and start resume goes on with it.",
      annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
      properties: { run, folder },
      required: ["run"],
      call: async ({ run, folder }, context) => {
        if (run === "last") throw new UserError("Name the run to cancel: the last one may be another by now.");
        const known = runs.find({ run: run!, folder });
        runs.cancel(known);
        return runReport(await waitFor(runs, known, secondsToStop, context), runs.roots);
      },
    },
  ];
}

/** How long a run that was stopped may take to write its result before we answer anyway. */
const secondsToStop = 20;
