import type { Finding, Story } from "../core/finding.ts";
import type { FindingReport } from "../report/finding-report.ts";
import type { ShownCommands } from "../report/shown-commands.ts";
import type { RunRequest } from "../run/request.ts";
import type { Run } from "../run/run.ts";
import type { Rerun } from "./rerun.ts";
import type { CommandHelp, Words } from "./words.ts";

/**
 * One kind of cause that culprit looks for: its command, its search, and how its finding is shown. Everything about it is
 * in its own folder; the table in `causes/applications.ts` is the only list. The code for finding and showing is loaded
 * when it is used, so that `--help` stays fast.
 *
 * The functions are declared as methods on purpose: TypeScript then accepts an application with any request and finding
 * where just "an application" is expected, as in the commands, which know none by name.
 */
export interface Application<R extends RunRequest = RunRequest, F extends Finding = Finding> extends CommandHelp {
  /** Makes a request of the words on the command line; throws a UserError where that is not possible. */
  readRequest(words: Words, cwd: string): R;
  /** The files under test, which are never overwritten. */
  inputs(request: R): readonly string[];
  /** Environments, besides culprit's own, that tests get variables of: their secrets are in no report. */
  environments?(request: R): readonly NodeJS.ProcessEnv[];
  /** The request of a run that was asked to stop early, so that it goes on; undefined if it goes as deep as it can. */
  deepen?(request: R): R | undefined;
  /** The same request, with all files of the result in a folder; undefined: those in `output` only, which can be left out. */
  resultsIn?(request: R, folder: string): R;
  /** Finds the cause, in a new run or in a resumed one. */
  find(run: Run, request: R): Promise<Story<F>>;
  /** The exit code for a finding; undefined: as for all findings, whether there is a cause. */
  exitCode?(finding: F): number | undefined;
  /** How the world of a step can be tested again by hand; undefined: not by one line. */
  rerun?(request: R): Rerun | undefined;
  /** What to type to see a run pass and fail, where that is not the test; undefined: it is. */
  commands?(request: R): ShownCommands | undefined;
  /** How its finding is shown. */
  report(): Promise<FindingReport<F>>;
}
