import type { ServerContext } from "@modelcontextprotocol/server";
import { applications } from "../causes/applications.ts";
import { UserError } from "../core/user-error.ts";
import { checkPlace } from "./own-records.ts";
import { runReport } from "./run-report.ts";
import { runWords, type StartableCommand } from "./run-words.ts";
import { isRunning, type Runs } from "./runs.ts";
import { knowsTasks } from "./task-capability.ts";
import type { StillRunning } from "./tool.ts";
import type { ToolResult } from "./tool-result.ts";
import { waitFor } from "./wait.ts";

/** Finds a command of the command line. */
export type LoadCommand = (name: string) => Promise<StartableCommand> | undefined;

/** What clients may start: every search, going on with one, and what one on another machine is compared with. */
export const startableCommands = [...Object.keys(applications), "resume", "capture"];

/** Seconds that a client waits that knows no tasks, if it does not say. */
const defaultWait = 20;

interface Wanted {
  readonly command: string;
  readonly args: readonly string[];
  readonly test?: readonly string[];
  readonly folder?: string;
  readonly wait?: number;
}

/** Starts a run, and answers with its report if it is over in time. */
export function startRun(runs: Runs, loadCommand: LoadCommand) {
  return async ({ command, wait, ...wanted }: Wanted, context: ServerContext): Promise<ToolResult | StillRunning> => {
    const known = startableCommands.includes(command) ? await loadCommand(command) : undefined;
    if (!known) throw new UserError(`There is no search ${command}: ${startableCommands.join(", ")}.`);
    const folder = runs.roots.folder(wanted.folder);
    const run = command === "resume" ? resumedRun(runs, wanted.args, folder) : undefined;
    // The newest run may be another by the time that it is begun.
    const args = wanted.args.map((word) => (word === "last" && run !== undefined ? run : word));
    const words = runWords(known, { ...wanted, args, folder }, runs.roots);
    const started = await runs.processes.start({ folder, words, run });
    // It ended at once: a mistake in its words, or a command that only prints.
    if (started.run === undefined)
      return runReport({ name: "", folder, record: undefined, process: started }, runs.roots);
    const now = runs.find({ run: started.run, folder });
    const hasTasks = knowsTasks(context);
    const later = await waitFor(runs, now, wait ?? (hasTasks ? 0 : defaultWait), context);
    return hasTasks && isRunning(later) ? { running: later } : runReport(later, runs.roots);
  };
}

/** The run that is to go on; it has to be in that folder. */
function resumedRun(runs: Runs, args: readonly string[], folder: string): string {
  const name = args.find((word) => /^(?:last|\d{8}-\d{6}(?:-\d+)?)$/.test(word));
  if (name === undefined) throw new UserError('Which run is to go on? Give its name: args ["20261115-091233"].');
  const { name: found, record } = runs.find({ run: name, folder });
  if (record) checkPlace(record, runs.roots);
  return found;
}
