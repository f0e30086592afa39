import type { Finding } from "../../core/finding.ts";

/** What `culprit clock` found. The test was started at both instants; nothing is known about any other. */
export interface ClockFinding extends Finding {
  /** The instants, as in 2026-02-01T00:00:00Z. Equal where the time zone alone decides. */
  readonly passes?: string;
  readonly fails?: string;
  readonly zones?: { readonly passes: string; readonly fails: string };
  /** What to type into a shell to see it pass, and fail. */
  readonly shellLines?: { readonly passing: string; readonly failing: string };
}
