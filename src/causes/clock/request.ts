import type { RunRequest } from "../../run/request.ts";
import type { Moment } from "../../world/clock/moment.ts";

/** What `culprit clock` is asked for: it passes at `old` and fails at `new`. */
export interface ClockRequest extends RunRequest {
  readonly old: Moment;
  readonly new: Moment;
}
