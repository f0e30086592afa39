import type { CommandHelp, Words } from "../application/words.ts";

/** One command of the command line. */
export interface Command extends CommandHelp {
  /** Its actions that have a help of their own, named as in `schedule verify`. */
  readonly actions?: readonly CommandHelp[];
  /** Returns the exit code. */
  readonly run: (words: Words) => Promise<number>;
}
