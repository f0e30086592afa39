import type { Conditions } from "../../run/conditions.ts";
import type { Unit } from "../../world/pieces.ts";

/** What `culprit input` is asked for. Plain data: it is kept in the run's record, so that the run can be resumed. */
export interface InputRequest {
  /** Paths, absolute. */
  readonly failing: string;
  readonly passing?: string;
  readonly cwd: string;
  readonly goal: Goal;
  readonly by: Unit | "auto";
  /** What the input is written in; undefined: as its name and content say. */
  readonly language?: string;
  /** The search for simplifying. */
  readonly search: string;
  readonly causes: number;
  readonly test: readonly string[];
  readonly placeholder: string;
  readonly literal: boolean;
  /** Absolute; undefined: beside the input. */
  readonly output?: string;
  readonly conditions: Conditions;
  /** Hashes of the inputs as they were when the run began. */
  readonly contents: readonly string[];
}

/** `simplify`: a minimal failing input. The others give a minimal pair; `find-passing` by the largest passing part. */
export type Goal = "simplify" | "isolate" | "find-passing";
