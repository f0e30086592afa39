import type { DeltaSet } from "../../core/delta-set.ts";
import type { CauseEntry } from "../../core/finding.ts";
import type { Concluded } from "../../run/conclude.ts";
import type { PassingEnd } from "../../run/passing-end.ts";
import type { Run } from "../../run/run.ts";
import type { FoundSets } from "../../search/assumptions.ts";
import type { World } from "../../trial/laboratory.ts";
import type { ListRequest } from "./request.ts";

/**
 * Settings, each of which may be as in the failing world or as in the other one. This is all in which one list of
 * circumstances differs from another: how it is searched, resumed and reported is the same for all.
 */
export interface List {
  readonly kind: string;
  /** What its items are: arguments, variables. */
  readonly unit: string;
  readonly total: number;
  readonly world: (set: DeltaSet) => World;
  /** The ends by name, and what to do where the other one does not pass. */
  readonly ends: PassingEnd;
  /** A set as the user can have it in a file. */
  readonly text: (set: DeltaSet) => string;
  readonly entry: (delta: number) => CauseEntry;
  /** Words besides those of the test that may name files on which outcomes depend. */
  readonly words: readonly string[];
}

/** A list to be searched in a run. */
export interface Task {
  readonly run: Run;
  readonly request: ListRequest;
  readonly list: List;
}

/** What came of it. */
export interface Conclusion extends Concluded {
  /** The causes, the first one first; none where there was nothing to search. */
  readonly found: readonly FoundSets[];
}

/** The deltas of a set one by one: a list is no longer than what people write. */
export function numbersIn(set: DeltaSet, { total }: Pick<List, "total">): number[] {
  return Array.from({ length: total }, (_, i) => i).filter((i) => set.has(i));
}
