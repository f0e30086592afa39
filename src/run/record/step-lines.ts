import type { Outcome } from "../../core/outcome.ts";
import type { StageDetails } from "../../core/stage-details.ts";
import type { TextPatch } from "../../core/text-patch.ts";
import type { SearchDescription } from "../../search/described.ts";

/** A stage begins. */
export interface StageLine {
  /** The number of its first step. */
  readonly from: number;
  readonly name: string;
  readonly unit: string;
  readonly total: number;
  /** The sizes of the sets before the first step. */
  readonly failing: number;
  readonly passing?: number;
  /** Given if the questions follow from the answers alone: then steps have no sets. */
  readonly search?: SearchDescription;
  /** Each test halves what is left. */
  readonly halving?: true;
  /** The sets of its steps are numbers of deltas. */
  readonly sets?: true;
  /** What the deltas are called, for people. */
  readonly labels?: readonly string[];
  /** What the deltas are, as data for views. */
  readonly details?: StageDetails;
  /** The text that steps begin with, as a patch of nothing; given before the first step that has a text. */
  readonly text?: TextPatch;
}

/** The search asked a question and used its answer. A line replaces all lines that have its number or a higher one. */
export interface StepLine {
  readonly step: number;
  /** The world's content, as in the journal. */
  readonly content: string;
  readonly outcome: Outcome;
  /** The answer that the search got, if that is not the outcome. */
  readonly answer?: Outcome;
  /** `memory`: no test was needed. `check`: it only confirmed a result. */
  readonly as?: "memory" | "check";
  /** The part of the stage, the set and the sizes after the step, where no description of the search gives them. */
  readonly part?: string;
  readonly set?: string;
  readonly size?: number;
  readonly failing?: number;
  readonly passing?: number;
  /** How the text is made of the base: of the last text before it that became one. */
  readonly text?: TextPatch;
  readonly base?: true;
}
