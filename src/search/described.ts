import { DeltaSet } from "../core/delta-set.ts";
import type { DeltaSearch } from "../core/search.ts";
import type { FoundSets } from "./assumptions.ts";
import { causes } from "./causes.ts";
import { causeIn, type Goal, searchFor } from "./goal.ts";
import { simplifying } from "./names.ts";

/** A search as plain data: from this and the answers it got, anybody can take its steps again. */
export interface SearchDescription {
  readonly goal: Goal;
  /** The name of the search for simplifying. */
  readonly name: string;
  readonly causes: number;
  /** How many deltas it begins with. */
  readonly total: number;
}

/** Whether this version has the search. */
export function isKnownSearch({ name }: SearchDescription): boolean {
  return Object.hasOwn(simplifying, name);
}

export function describedSearch({ goal, name, causes: count, total }: SearchDescription): DeltaSearch<FoundSets[]> {
  return causes(DeltaSet.range(0, total), { search: searchFor(goal, name), causeOf: causeIn, count });
}
