import type { CandidateFiles } from "./candidate.ts";
import type { Identity } from "./identity.ts";

/** Finds one kind of failure in the lines of a stream. */
export type Recogniser = (lines: readonly string[], candidate: CandidateFiles) => Identity | undefined;
