import type { Finding } from "../../core/finding.ts";
import type { SuspectLines } from "../../lines/finding.ts";

/** What `culprit input` found; with `--locate`, also lines of the program. */
export interface InputFinding extends Finding, SuspectLines {}
