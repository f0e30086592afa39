import type { Conditions } from "./conditions.ts";

/** What any run is asked for. Plain data: it is kept in the run's record, so that the run can be resumed. */
export interface RunRequest {
  /** Where the user stands. */
  readonly cwd: string;
  readonly test: readonly string[];
  readonly conditions: Conditions;
}
