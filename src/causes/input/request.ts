import type { RunRequest } from "../../run/request.ts";
import type { Goal } from "../../search/goal.ts";
import type { Unit } from "../../world/text/pieces.ts";

/** A request of `culprit input`. */
export interface InputRequest extends RunRequest {
  /** Paths, absolute. */
  readonly failing: string;
  readonly passing?: string;
  /** The failing input is a folder. */
  readonly folder?: true;
  readonly goal: Goal;
  readonly by: Unit | "auto";
  /** What the input is written in; undefined: detect it by name and content. */
  readonly language?: string;
  /** The only passes to run, by name; or, each after a minus, those not to run. */
  readonly passes?: readonly string[];
  /** The user's command that prints the parts of a text. */
  readonly decompose?: string;
  /** The user's command that formats the result. */
  readonly format?: string;
  /** The name of the search for simplifying. */
  readonly search: string;
  readonly causes: number;
  /** Change the program's code afterwards, to find the line at which the failing input passes. */
  readonly locate?: true;
  readonly placeholder: string;
  readonly literal: boolean;
  /** Absolute; undefined: beside the input. */
  readonly output?: string;
  /** Hashes of the inputs as they were when the run began. */
  readonly contents: readonly string[];
}
