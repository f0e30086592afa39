import type { DeltaSet } from "../core/delta-set.ts";
import type { DeltaSearch } from "../core/search.ts";
import { auto } from "./auto.ts";
import { ddmin, oneMinimal } from "./ddmin.ts";
import { interference } from "./interference.ts";
import { thorough } from "./thorough.ts";
import { wide } from "./wide.ts";

/** A search that makes a failing set smaller, under the name by which `--search` and the journal know it. */
export type Simplifying = (failing: DeltaSet) => DeltaSearch;

/** How many tests `wide` makes ready at a time. Part of the search, not of the machine: see `wide`. */
const width = 32;

export const simplifying: Readonly<Record<string, { readonly search: Simplifying; readonly about: string }>> = {
  auto: { search: auto, about: "few tests; the default" },
  ddmin: { search: ddmin, about: "Zeller and Hildebrandt's, complements only" },
  thorough: { search: thorough, about: "more tests, smaller results" },
  wide: { search: wide(width), about: "more tests, less time with many workers" },
  interference: { search: interference, about: "the recursive DD(P, C), its result checked" },
  "one-minimal": { search: oneMinimal, about: "only the sweep that proves a result minimal" },
};
