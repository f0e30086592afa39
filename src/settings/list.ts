import type { DeltaSet } from "../core/delta-set.ts";
import type { CauseEntry } from "../core/finding.ts";
import type { PassingAdvice } from "../run/passing-end.ts";
import type { Run } from "../run/run.ts";
import type { World } from "../trial/laboratory.ts";
import type { ListRequest } from "./request.ts";

/**
 * Settings, each of which may be as in the failing world or as in the other one. This is all in which one list of
 * settings differs from another: how it is searched, resumed and reported is the same for all.
 */
export interface SettingsList {
  /** What its items are: arguments, variables. */
  readonly unit: string;
  readonly total: number;
  readonly world: (set: DeltaSet) => World;
  /** What people call the two ends. */
  readonly names: { readonly failing: string; readonly other: string };
  /** What to do where the other end does not pass and has to. */
  readonly advice: PassingAdvice;
  /** A set as the user can have it in a file. */
  readonly text: (set: DeltaSet) => string;
  readonly entry: (delta: number) => CauseEntry;
  /** Words besides those of the test that may name files on which outcomes depend. */
  readonly words: readonly string[];
}

/** A list to be searched in a run. */
export interface ListSearch {
  readonly run: Run;
  readonly request: ListRequest;
  readonly list: SettingsList;
}

/** The deltas of a set one by one: a list is no longer than what people write. */
export function numbersIn(set: DeltaSet, { total }: Pick<SettingsList, "total">): number[] {
  return Array.from({ length: total }, (_, i) => i).filter((i) => set.has(i));
}
