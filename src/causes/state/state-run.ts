import type { Run } from "../../run/run.ts";
import type { Templates } from "../../trial/templates.ts";
import type { Criterion } from "./driver/judge.ts";
import type { StateRequest } from "./request.ts";

/** A search in the state of a program: the run on disk, what was asked for, and how the two runs end. */
export interface StateRun extends NewStateRun {
  /** Decides whether a run passes or fails. */
  readonly criterion: Criterion;
  /** Says that nothing tells one run from the other: both end and print the same. */
  readonly sameEndings?: string;
  /** What the two runs wrote to their standard errors. */
  readonly stderr: { readonly pass: string; readonly fail: string };
}

/** Before the two runs have been seen. */
export interface NewStateRun {
  readonly run: Run;
  readonly request: StateRequest;
  /** Processes of which runs can be copies; undefined: each run starts anew. */
  readonly templates?: Templates;
}
