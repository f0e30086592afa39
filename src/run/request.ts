import type { Conditions } from "./conditions.ts";
import type { Progress } from "./progress.ts";

/** What any run is asked for. Plain data: it is kept in the run's record, so that the run can be resumed. */
export interface Request {
  /** Where the user stands. */
  readonly cwd: string;
  readonly test: readonly string[];
  readonly conditions: Conditions;
}

/** What a run tells while it works. */
export interface Listener {
  /** Something the user should know before the search begins. */
  readonly onNote: (sentence: string) => void;
  readonly onProgress: (progress: Progress) => void;
}
