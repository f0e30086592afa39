import type { RunRequest } from "../../run/request.ts";
import type { Goal } from "../../search/goal.ts";
import type { Unit } from "../../world/text/pieces.ts";

/** What `culprit input` is asked for. */
export interface InputRequest extends RunRequest {
  /** Paths, absolute. */
  readonly failing: string;
  readonly passing?: string;
  /** The failing input is a folder. */
  readonly folder?: true;
  readonly goal: Goal;
  readonly by: Unit | "auto";
  /** What the input is written in; undefined: as its name and content say. */
  readonly language?: string;
  /** Names of passes to run and no others, or, each after a minus, of passes not to run. */
  readonly passes?: readonly string[];
  /** The user's own command that prints which parts a text has. */
  readonly decompose?: string;
  /** The user's command that makes the result readable. */
  readonly format?: string;
  /** The search for simplifying. */
  readonly search: string;
  readonly causes: number;
  readonly placeholder: string;
  readonly literal: boolean;
  /** Absolute; undefined: beside the input. */
  readonly output?: string;
  /** Hashes of the inputs as they were when the run began. */
  readonly contents: readonly string[];
}
