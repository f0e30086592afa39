import { DeltaSet } from "../../src/core/delta-set.ts";
import type { DeltaSearch } from "../../src/core/search.ts";
import type { FoundSets, Tested } from "../../src/search/assumptions.ts";
import { auto } from "../../src/search/auto.ts";
import { causes } from "../../src/search/causes.ts";
import { dd } from "../../src/search/dd.ts";
import { ddmax } from "../../src/search/ddmax.ts";
import { ddmin, oneMinimal } from "../../src/search/ddmin.ts";
import { interference } from "../../src/search/interference.ts";
import { thorough } from "../../src/search/thorough.ts";
import { wide } from "../../src/search/wide.ts";
import { type Predicate, walk } from "../walk.ts";

/** A search taken to its end. */
interface Ran {
  readonly asked: readonly Tested[];
  readonly found: readonly FoundSets[];
}

/** Runs a search over all deltas; the number behind its name in the transcript is `argument`. */
export type RunSearch = (all: DeltaSet, predicate: Predicate, argument: number) => Ran;

/** The searches, by their names in transcripts. */
export const searches: Readonly<Record<string, RunSearch>> = {
  auto: simplifying(() => auto),
  ddmin: simplifying(() => ddmin),
  "one-minimal": simplifying(() => oneMinimal),
  thorough: simplifying(() => thorough),
  interference: simplifying(() => interference),
  wide: simplifying(wide),
  dd: (all, predicate) => {
    const { result, asked } = walk(dd(DeltaSet.empty, all), predicate);
    return { asked, found: [result] };
  },
  ddmax: (all, predicate) => {
    const { result, asked } = walk(ddmax(DeltaSet.empty, all), predicate);
    return { asked, found: [{ passing: result, failing: all }] };
  },
  causes: (all, predicate, count) => {
    const { result, asked } = walk(causes(all, { search: auto, causeOf: (set) => set, count }), predicate);
    return { asked, found: result.map((failing) => ({ failing })) };
  },
};

function simplifying(searchFor: (argument: number) => (all: DeltaSet) => DeltaSearch): RunSearch {
  return (all, predicate, argument) => {
    const { result, asked } = walk(searchFor(argument)(all), predicate);
    return { asked, found: [{ failing: result }] };
  };
}
