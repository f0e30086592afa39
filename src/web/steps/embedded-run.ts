import type { DoubtedFinding } from "./doubts.ts";
import type { RunFacts } from "./step-details.ts";

/** A run as a report carries it. */
export interface EmbeddedRun {
  readonly facts: RunFacts & { readonly headline: string };
  readonly finding: DoubtedFinding;
  /** The text of both files. */
  readonly journal: string;
  readonly steps: string;
}
