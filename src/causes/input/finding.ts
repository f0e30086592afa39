import type { PairFinding } from "../../application/pair-follower.ts";
import type { Finding } from "../../core/finding.ts";
import type { SuspectLines } from "../../lines/finding.ts";

/** What `culprit input` found; with `--locate`, also lines of the program. */
export interface InputFinding extends Finding, SuspectLines {
  /** What `culprit state` finds between the failing input and the nearest passing one. */
  readonly state?: PairFinding;
}
