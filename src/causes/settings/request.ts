import type { RunRequest } from "../../run/request.ts";

/** What both commands are asked for. */
export interface ListRequest extends RunRequest {
  readonly goal: "simplify" | "isolate";
  /** The search for simplifying. */
  readonly search: string;
  readonly causes: number;
  /** Where the results go, absolute; undefined: nowhere. */
  readonly output?: ResultFiles;
}

export interface ResultFiles {
  readonly failing: string;
  /** Of a pair. */
  readonly passing?: string;
}

/** What `culprit args` is asked for; the words of the test are those before the arguments. */
export interface ArgsRequest extends ListRequest {
  readonly arguments: readonly Argument[];
}

/** The word of the test in whose place the arguments stand. */
export const placeholder = "{}";

/** One argument: as the user wrote it, and the words that it becomes. */
export interface Argument {
  readonly text: string;
  readonly words: readonly string[];
}

/** What `culprit env` is asked for. */
export interface EnvRequest extends ListRequest {
  /** Paths, absolute. */
  readonly old: string;
  readonly new: string;
  /** Hashes of the two files as they were when the run began. */
  readonly contents: readonly [old: string, now: string];
}
