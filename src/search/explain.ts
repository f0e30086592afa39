import { DeltaSet } from "../core/delta-set.ts";
import { andThen, ask, asking, type DeltaSearch, done, type HintedSearch, on, outcomeOf } from "../core/search.ts";
import { auto, roughly } from "./auto.ts";
import { differenceOf } from "./dd.ts";
import { oneMinimal } from "./ddmin.ts";
import { askWithHints, type HintedQuestion, isolateInScopes, type ScopedPair } from "./scoped.ts";

/** Why a world fails that was made by changing one that passes. */
export interface Explanation {
  /** Fails, and no single delta of it can be left out; while the search is running, it fails, so the cause is in it. */
  readonly failing: DeltaSet;
  /** Those of it that make the difference; the others are what these need. While the search is running, the first of them. */
  readonly causes: DeltaSet;
  /** While the search is running: what the failing set has and a passing one has not. At the end it is empty. */
  readonly suspects: DeltaSet;
}

/**
 * Finds the deltas that make a passing world fail, and what they need. First it isolates one that makes the difference
 * between a passing and a failing set; if that one fails with only what it seems to need, that is all. If it passes, there
 * must be another one, which is isolated in the same way, and so on: each costs about the logarithm of their number.
 */
export function explainDifference(place: ScopedPair): HintedSearch<Explanation> {
  return nextCause(place, DeltaSet.empty);
}

function nextCause(place: ScopedPair, causes: DeltaSet): HintedSearch<Explanation> {
  const isolated = isolateInScopes(place, place.depth, place.dependencies);
  return andThen(
    isolated,
    (pair) => alone({ ...place, ...pair }, causes.union(differenceOf(pair))),
    (pair) => ({ failing: pair.failing, causes, suspects: differenceOf(pair) }),
  );
}

/** Tests the causes found with only what they seem to need. */
function alone(place: ScopedPair, causes: DeltaSet): HintedSearch<Explanation> {
  const { failing, dependencies } = place;
  const set = (dependencies?.withNeeds(causes) ?? causes).intersect(failing);
  const best = { failing, causes, suspects: DeltaSet.empty };
  if (set.equals(failing)) return necessary(place, failing, causes);
  const ends = { ...place, passing: DeltaSet.empty };
  const question: HintedQuestion<Explanation> = {
    set,
    how: "more",
    best,
    after: (outcome, tested) => {
      if (outcome === "fail") return necessary(place, tested, causes);
      if (outcome === "pass" && place.passing.contains(tested.minus(causes)) && !tested.equals(failing))
        return nextCause({ ...place, passing: tested }, causes);
      return necessary(place, failing, causes);
    },
  };
  return askWithHints(ends, question, maxNeeds);
}

/** Maximum number of hints to follow: an interpreter reports one missing name at a time. */
const maxNeeds = 40;

/** Up to this number, deltas are left out one by one, since most are probably needed; more are left out in groups first. */
const maxOneByOne = 32;

/** The needed part of a failing set: 1-minimal. */
function necessary({ groups = [] }: ScopedPair, failing: DeltaSet, causes: DeltaSet): HintedSearch<Explanation> {
  const parts = groups.map((group) => group.intersect(failing)).filter((part) => !part.isEmpty);
  const union = (chosen: DeltaSet) => [...chosen].reduce((sum, i) => sum.union(parts[i]!), DeltaSet.empty);
  const coarse: DeltaSearch =
    failing.size > maxOneByOne && parts.length > 1
      ? on(roughly(DeltaSet.range(0, parts.length)), { question: union, result: union })
      : done(failing);
  const explained = (set: DeltaSet) => ({ failing: set, causes: causes.intersect(set), suspects: DeltaSet.empty });
  const fine = (left: DeltaSet) => (left.size > maxOneByOne ? auto(left) : oneMinimal(left));
  return andThen(unhinted(andThen(coarse, fine)), (minimal) => done(explained(minimal)), explained);
}

/** Runs a search that does not use hints among others that do. */
export function unhinted<R>(search: DeltaSearch<R>): HintedSearch<R> {
  if (!asking(search)) return search;
  return ask(search.ask, search.best, (answer) => unhinted(search.after(outcomeOf(answer))), search.also);
}
