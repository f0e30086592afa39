import type { Outcome } from "../core/outcome.ts";

/** The result of a trial: the outcome with its evidence. */
export interface Observation {
  readonly outcome: Outcome;
  /** The world's content hash: equal for worlds that no test can tell apart. */
  readonly content: string;
  /** How the test ended, for people: `exit 3`, `SIGSEGV`, `timed out`. */
  readonly ended: string;
  readonly milliseconds: number;
  /** How many executions it took: more than one with `--repeat`. */
  readonly runs: number;
  /** The failure that its output shows, if it is a different one from the one searched for; with blanks, to compare. */
  readonly otherFailure?: string;
  /** The same as it was printed, for people. */
  readonly printed?: string;
  /** What an unresolved test shows instead of the failure: equal for outcomes of the same kind. */
  readonly kind?: string;
  /** The line of output that `kind` was read from, for people. */
  readonly outputLine?: string;
  /** What an unresolved test seems to ask a person for: it runs without a terminal. */
  readonly question?: string;
  /** What an unresolved outcome seems to be about. */
  readonly hint?: string;
  /** What the world reads from the execution besides the outcome (`World.details`). */
  readonly details?: string;
}
