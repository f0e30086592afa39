import type { CommandHelp, Words } from "../application/words.ts";

/** One command of the command line. */
export interface Command extends CommandHelp {
  /** Its actions that have a help of their own, named as in `schedule verify`. */
  readonly actions?: readonly CommandHelp[];
  /** What its first word may be, for completions, if neither its usage nor its actions say so. */
  readonly firstWords?: readonly string[];
  /** Returns the exit code. */
  readonly run: (words: Words) => Promise<number>;
}
