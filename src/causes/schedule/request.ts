import type { RunRequest } from "../../run/request.ts";

export type KindName = "native" | "workers" | "async";

/** What `culprit schedule` is asked for. */
export interface ScheduleRequest extends RunRequest {
  readonly kind: KindName;
  /** Nobody said so: a first run may tell otherwise. */
  readonly guessed?: true;
  readonly seed: number;
  /** How many schedules are tried at most to find one that fails and one that passes. */
  readonly explore: number;
  /** At most so many steps of all lanes together. */
  readonly limit: number;
  /** Packages whose places are told as if they were the user's own. */
  readonly packages?: readonly string[];
  /** The folder for the results; absolute. */
  readonly output?: string;
}
