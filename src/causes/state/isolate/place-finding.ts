import type { StackFrame } from "../../../../runtimes/protocol/state.ts";
import type { CommonMoment } from "../capture/place.ts";
import type { IncomparableValue, StateDifference } from "../compare/differences.ts";
import type { Ending } from "../driver/ending.ts";
import type { OutputSplice } from "../driver/printed-output.ts";
import type { MemoryPicture } from "../picture/memory-picture.ts";

/** What was found at one place. */
export interface PlaceFinding extends PlaceCause {
  readonly at: CommonMoment;
  /** Innermost frame first. */
  readonly stack: readonly StackFrame[];
  readonly differences: readonly StateDifference[];
  readonly complete: boolean;
  /** How much was compared, where there are too many values. */
  readonly coverage?: Coverage;
  /** Values of which nothing is known but their type. */
  readonly incomparable?: readonly IncomparableValue[];
  /** Milliseconds that the passing run took, stopped there and continued. */
  readonly milliseconds: number;
  /** The open files of which it is not known what the runs had still to read. */
  readonly unknownInputs?: readonly string[];
  /** How changed runs are judged there, where the two runs had printed different output before. */
  readonly splice?: OutputSplice;
  /** The part of both memories that explains the cause. */
  readonly picture?: MemoryPicture;
}

/** How much of the memory at a place was compared. */
export interface Coverage {
  /** Values that were compared one by one. */
  readonly captured: number;
  /** About how many there are; undefined: unknown. */
  readonly total?: number;
  /** Things of which some parts were not compared at all, or are known only to differ. */
  readonly unseen: readonly string[];
}

/** Whether no value is known to differ at a place, and all of them were compared. */
export function hasSameValues({ differences, coverage }: PlaceFinding): boolean {
  return differences.length === 0 && (coverage?.unseen ?? []).length === 0;
}

export interface PlaceCause {
  /** The differences that make the passing run fail; empty: the cause is not in the program's variables yet, or no longer. */
  readonly cause: readonly StateDifference[];
  /** With these alone the run passes, with the cause on top of them it fails. */
  readonly context: readonly StateDifference[];
  /** With the cause, the passing run prints exactly what the failing one does, not only something that the test fails. */
  readonly exact?: true;
  /** How much of the output that all differences together produce comes from the cause alone: 1 is all of it. */
  readonly share?: number;
  /** How a run that fails from here on ends, where the failing run had already printed something else before. */
  readonly failingEnding?: Ending;
}

/** The differences at a place that a plan can make. */
export function changeable(differences: readonly StateDifference[]): StateDifference[] {
  return differences.filter(({ change }) => change !== undefined);
}
