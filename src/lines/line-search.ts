import { mayTest } from "../run/may-test.ts";
import type { Run } from "../run/run.ts";
import type { ProgramRun } from "./program-run.ts";
import type { LinesRuntime } from "./runtimes.ts";
import type { LineEnding, Verdicts } from "./verdicts.ts";

/** A search for the line at which a change makes a failing run pass. */
export interface LineSearch {
  readonly run: Run;
  /** Where the program runs. Files under this folder are its own. */
  readonly cwd: string;
  /** For files that are needed meanwhile. */
  readonly folder: string;
  readonly runtime: LinesRuntime;
  /** The failing run first, then the passing one that is nearest to it, then the others. */
  readonly programs: readonly ProgramRun[];
  /** Undefined: nothing can tell whether a failing run passes. */
  readonly verdicts: Verdicts | undefined;
  /** They look at all that a run prints: hardly any wrong change passes. */
  readonly exact?: boolean;
  /** What a run prints is another text each time, as with test runners: only how it ends says whether it is as before. */
  readonly ignoreOutput?: boolean;
  /** Seconds of the run after which no more changes are tried, so that there is time for what comes next. */
  readonly until?: number | undefined;
  /** What the failing run and the passing one that is nearest to it wrote to standard error, if that is known. */
  readonly stderr?: { readonly fail: string; readonly pass: string };
}

/** Whether more changes may be tried. */
export function mayChangeMore({ run, until = Number.POSITIVE_INFINITY }: LineSearch): boolean {
  return mayTest(run) && run.seconds < until;
}

/** Whether two runs are alike as far as can be told. */
export function endsAlike({ ignoreOutput }: LineSearch, one: LineEnding, other: LineEnding): boolean {
  return one.status === other.status && (ignoreOutput === true || one.outputHash === other.outputHash);
}
