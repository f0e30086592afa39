import type { Conditions } from "./conditions.ts";

/** What every request has. It is plain data, saved in the record of the run, so that the run can be resumed. */
export interface RunRequest {
  /** The folder in which culprit was started. */
  readonly cwd: string;
  readonly test: readonly string[];
  readonly conditions: Conditions;
}
