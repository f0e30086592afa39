import type { Outcome } from "../core/outcome.ts";

/** What a trial saw: the outcome with its evidence. */
export interface Observation {
  readonly outcome: Outcome;
  /** Names the world by its content: equal for worlds that no test can tell apart. */
  readonly content: string;
  /** How the test ended, for people: `exit 3`, `SIGSEGV`, `timed out`. */
  readonly ended: string;
  readonly milliseconds: number;
  /** How many executions it took: more than one with `--repeat`. */
  readonly runs: number;
  /** The failure that its output shows, where it is another one than the one searched for. */
  readonly otherFailure?: string;
  /** What an unresolved outcome shows instead of the failure, to tell kinds of them apart. */
  readonly kind?: string;
  /** The same in the words of the test's output, for people. */
  readonly said?: string;
  /** What an unresolved outcome seems to be about. */
  readonly hint?: string;
  /** What it shows besides the outcome. */
  readonly remark?: string;
}
