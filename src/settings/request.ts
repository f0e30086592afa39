import type { RunRequest } from "../run/request.ts";

/** What a search in a list of settings is asked for. */
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
