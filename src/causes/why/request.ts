import type { RunRequest } from "../../run/request.ts";

/** What `culprit why` is asked for. */
export interface WhyRequest extends RunRequest {
  /** What was captured on another machine, where the test ends otherwise; absolute. */
  readonly against?: string;
}
