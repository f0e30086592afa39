import type { CandidateFiles } from "./candidate.ts";
import type { Identity } from "./identity.ts";

/** A failure that was found in an output: what identifies it, and its message as it was printed. */
export interface RecognisedFailure extends Identity {
  readonly printed: string;
  /** The kind as it was printed, where that is blanked too. */
  readonly printedKind?: string;
}

/** Finds one kind of failure in the lines of a stream. */
export type Recogniser = (lines: readonly string[], candidate: CandidateFiles) => RecognisedFailure | undefined;
