import type { Finding, Story } from "../core/finding.ts";
import type { FindingReport } from "../report/finding-report.ts";
import type { RunRequest } from "../run/request.ts";
import type { Run } from "../run/run.ts";
import type { CommandHelp, Words } from "./words.ts";

/**
 * One kind of cause that culprit looks for: how it is asked for, how it finds, and how its finding is shown. Everything
 * about it lives in its own folder; the table in `causes/applications.ts` is the only list. What finding and showing need is
 * loaded when it is used, so that `--help` stays quick.
 *
 * The functions are declared as methods on purpose: TypeScript then accepts an application of any request and finding
 * where only "an application" is asked for, as it is by the commands, which know none by name.
 */
export interface Application<R extends RunRequest = RunRequest, F extends Finding = Finding> extends CommandHelp {
  /** Reads the words of a call; throws a UserError where they make no request. */
  readRequest(words: Words, cwd: string): R;
  /** The files under test, which are never overwritten. */
  inputs(request: R): readonly string[];
  /** Finds the cause, in a new run or in one that goes on. */
  find(run: Run, request: R): Promise<Story<F>>;
  /** How its finding is shown. */
  report(): Promise<FindingReport<F>>;
}
