import type { CutFile } from "../../run/record/file-sizes.ts";
import type { DoubtedFinding } from "./doubts.ts";
import type { RunFacts } from "./step-details.ts";

/** A run as a report carries it. */
export interface EmbeddedRun {
  readonly facts: RunFacts & { readonly headline: string };
  readonly finding: DoubtedFinding;
  readonly cut: readonly CutFile[];
  /** The text of both files. */
  readonly journal: string;
  readonly steps: string;
}
