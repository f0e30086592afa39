import type { CommandHelp, Words } from "../application/words.ts";

/** One command of the command line. */
export interface Command extends CommandHelp {
  /** Returns the exit code. */
  readonly run: (words: Words) => Promise<number>;
}
