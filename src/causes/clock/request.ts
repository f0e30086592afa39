import type { RunRequest } from "../../run/request.ts";
import type { ClockTime } from "../../world/clock/clock-time.ts";

/** What `culprit clock` is asked for: it passes at `old` and fails at `new`. */
export interface ClockRequest extends RunRequest {
  readonly old: ClockTime;
  readonly new: ClockTime;
}
