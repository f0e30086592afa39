import type { DeltaSet } from "../core/delta-set.ts";
import type { CauseEntry } from "../core/finding.ts";
import type { PassingAdvice } from "../run/ends/passing-end.ts";
import type { Run } from "../run/run.ts";
import type { World } from "../trial/laboratory.ts";
import type { ListRequest } from "./request.ts";

/**
 * A list of settings, each of which can be as in the failing world or as in the other one. This is all that an
 * application has to provide: every such list is searched, resumed and reported in the same way.
 */
export interface SettingsList {
  /** What its items are called: arguments, variables. */
  readonly unit: string;
  readonly total: number;
  readonly world: (set: DeltaSet) => World;
  /** The names of the two ends in messages. */
  readonly names: { readonly failing: string; readonly other: string };
  /** Advice for the user where the other end has to pass and does not. */
  readonly advice: PassingAdvice;
  /** The content of a result file for a set. */
  readonly text: (set: DeltaSet) => string;
  readonly entry: (delta: number) => CauseEntry;
  /** Words, besides those of the test, that may name files on which outcomes depend. */
  readonly words: readonly string[];
}

/** A list of settings, and the run and request to search it for. */
export interface ListSearch {
  readonly run: Run;
  readonly request: ListRequest;
  readonly list: SettingsList;
}

/** The deltas of a set as numbers: there are no more than people write into a command or a file. */
export function numbersIn(set: DeltaSet, { total }: Pick<SettingsList, "total">): number[] {
  return Array.from({ length: total }, (_, i) => i).filter((i) => set.has(i));
}
