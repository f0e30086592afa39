import type { RunRequest } from "../../run/request.ts";

export type RuntimeName = "native" | "workers" | "async";

/** What a schedule puts in order: threads, whose switches are searched, or events, whose order is. */
export type Lanes = "threads" | "events";

/** What `culprit schedule` is asked for. */
export interface ScheduleRequest extends RunRequest {
  readonly kind: RuntimeName;
  /** The user did not name the kind: a first run may show that it is another one. */
  readonly guessed?: true;
  readonly seed: number;
  /** Maximum number of schedules to try until one fails and one passes. */
  readonly explore: number;
  /** Maximum number of steps in all lanes together. */
  readonly limit: number;
  /** Packages whose places are named as if they were the user's own. */
  readonly packages?: readonly string[];
  /** The folder for the results; absolute. */
  readonly output?: string;
}
