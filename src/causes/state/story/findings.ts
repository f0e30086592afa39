import type { BrokenAssumption } from "../../../core/finding.ts";
import type { LineFindings } from "../../../lines/suspects.ts";
import type { NotComparable } from "../capture/place.ts";
import type { StateDifference } from "../compare/differences.ts";
import type { Sources } from "../conclude/sources.ts";
import type { InputTexts } from "../follow/input-text.ts";
import type { NoCauseAt } from "../follow/named-places.ts";
import type { Transition } from "../follow/rank.ts";
import type { Checkpoint } from "../follow/time-span.ts";
import type { PlaceFinding } from "../isolate/place-finding.ts";

/** Everything that was found, and read from disk, for the report. */
export interface StateFindings {
  readonly checkpoints: readonly Checkpoint[];
  /** The likeliest place of the defect first. */
  readonly transitions: readonly Transition[];
  readonly answer: PlaceFinding;
  readonly broken: readonly BrokenAssumption[];
  /** Other causes at the place of the answer. */
  readonly runnerUps: readonly (readonly StateDifference[])[];
  /** Named places at which the runs could not be compared. */
  readonly skipped: readonly NotComparable[];
  /** Named places at which they were compared, and no cause was found. */
  readonly withoutCause: readonly NoCauseAt[];
  /** The search came to its end. */
  readonly complete: boolean;
  /** `--max-places` ended the search. */
  readonly hitPlaceLimit: boolean;
  readonly sources: Sources;
  readonly inputs: InputTexts;
  readonly lines: LineFindings;
}
