import type { RunRequest } from "../run/request.ts";

/** A request to search a list of settings. */
export interface ListRequest extends RunRequest {
  readonly goal: "simplify" | "isolate";
  /** The name of the search for simplifying. */
  readonly search: string;
  readonly causes: number;
  /** Absolute paths for the results; undefined: write none. */
  readonly output?: ResultFiles;
}

export interface ResultFiles {
  readonly failing: string;
  /** Only for a pair. */
  readonly passing?: string;
}
