import type { DeltaSet } from "../core/delta-set.ts";
import type { Outcome } from "../core/outcome.ts";
import { ask, done, type HintedSearch, outcomeOf } from "../core/search.ts";
import type { Pair } from "./dd.ts";

/**
 * The depth of the narrowest scope (folder, file, function, statement) that contains both deltas; 0: only the whole
 * contains both.
 */
export type CommonDepth = (left: number, right: number) => number;

/** A guess at how deltas depend on each other, from uses and declarations of names. It may be wrong. */
export interface Dependencies {
  /** A set with everything that it seems to need, directly or indirectly. */
  readonly withNeeds: (set: DeltaSet) => DeltaSet;
  /** A set with everything that seems to need a part of it. */
  readonly withDependents: (set: DeltaSet) => DeltaSet;
}

/** Maximum number of times that a set is changed by the hints of its errors and tried again. */
const maxHints = 8;

/**
 * Isolates a minimal difference between a passing and a failing set, as `dd` does, in a world where deltas need each
 * other. They are split at the boundaries of scopes, the widest near the middle; and if a set cannot be judged but its
 * errors name deltas, these are added or removed too, and the changed set is tried. Only sets that were tested become
 * ends, so a wrong hint costs tests but never makes the result wrong.
 */
export function isolateInScopes(pair: Pair, depth: CommonDepth, dependencies?: Dependencies): HintedSearch<Pair> {
  return inScopes({ ...pair, depth, dependencies });
}

/** The pair to search between, and what is known about its deltas. */
export interface ScopedPair extends Pair {
  readonly depth: CommonDepth;
  /** All deltas in groups, such as files. */
  readonly groups?: readonly DeltaSet[];
  readonly dependencies: Dependencies | undefined;
}

function inScopes(place: ScopedPair, n = 2, offset = 0, tried = 0): HintedSearch<Pair> {
  const { passing, failing, depth } = place;
  const delta = failing.minus(passing);
  if (n > delta.size) return done({ passing, failing });
  if (tried === n) return n < delta.size ? inScopes(place, Math.min(2 * n, delta.size)) : done({ passing, failing });
  const i = (offset + tried) % n;
  const part = partAt(delta, i, n, depth);
  return askBetween(place, withPart(place, part), "more", (added, more) => {
    if (added === "fail") return inScopes({ ...place, failing: more });
    if (added === "pass" && n === 2) return inScopes({ ...place, passing: more });
    return askBetween(place, withoutPart(place, part), "less", (removed, less) => {
      if (removed === "pass") return inScopes({ ...place, passing: less });
      if (removed === "fail") return inScopes({ ...place, failing: less }, Math.max(n - 1, 2), i);
      if (added === "pass") return inScopes({ ...place, passing: more }, Math.max(n - 1, 2), i);
      return inScopes(place, n, offset, tried + 1);
    });
  });
}

/** The passing set with one more part and what that seems to need, unless that is the whole failing set. */
function withPart({ passing, failing, dependencies }: ScopedPair, part: DeltaSet): DeltaSet {
  const more = passing.union(part);
  const whole = dependencies?.withNeeds(more).intersect(failing) ?? more;
  return whole.equals(failing) ? more : whole;
}

/** The failing set without a part and what seems to need it, unless nothing would be left. */
function withoutPart({ passing, failing, dependencies }: ScopedPair, part: DeltaSet): DeltaSet {
  const gone = dependencies?.withDependents(part) ?? part;
  const less = failing.minus(gone).union(passing);
  return less.equals(passing) ? failing.minus(part) : less;
}

function askBetween(
  place: ScopedPair,
  set: DeltaSet,
  how: "more" | "less",
  after: (outcome: Outcome, set: DeltaSet) => HintedSearch<Pair>,
): HintedSearch<Pair> {
  const { passing, failing } = place;
  return askWithHints(place, { set, how, best: { passing, failing }, after });
}

export interface HintedQuestion<R> {
  readonly set: DeltaSet;
  /** Whether deltas that errors are about are added or removed. */
  readonly how: "more" | "less";
  readonly best: R;
  readonly after: (outcome: Outcome, set: DeltaSet) => HintedSearch<R>;
}

/** Asks about a set between the two ends; if its errors are about other deltas, asks again with or without these. */
export function askWithHints<R>(
  place: ScopedPair,
  { set, how, best, after }: HintedQuestion<R>,
  left = maxHints,
): HintedSearch<R> {
  const { passing, failing, dependencies } = place;
  return ask(set, best, (answer) => {
    const outcome = outcomeOf(answer);
    if (typeof answer === "string" || left === 0) return after(outcome, set);
    const about = answer.about.intersect(failing).minus(passing);
    const [more, less] = [set.union(about), dependencies?.withDependents(about.intersect(set)) ?? about];
    const next = how === "more" ? (dependencies?.withNeeds(more) ?? more) : set.minus(less);
    const between = next.intersect(failing).union(passing);
    if ([set, passing, failing].some((end) => end.equals(between))) return after(outcome, set);
    return askWithHints(place, { set: between, how, best, after }, left - 1);
  });
}

/** One of `count` parts of a set. They are cut at the widest boundaries within half a part's length of the even cuts. */
export function partAt(set: DeltaSet, index: number, count: number, depth: CommonDepth): DeltaSet {
  return set.slice(cutAt(set, index, count, depth), cutAt(set, index + 1, count, depth));
}

function cutAt(set: DeltaSet, index: number, count: number, depth: CommonDepth): number {
  if (index === 0 || index === count) return index === 0 ? 0 : set.size;
  const even = Math.floor((index * set.size) / count);
  const reach = Math.floor((set.size / count - 1) / 2);
  const near = [...set.slice(even - reach - 1, even + reach + 1)];
  let best = { at: even, depth: Number.POSITIVE_INFINITY };
  for (let i = 1; i < near.length; i++) {
    const at = even - reach - 1 + i;
    const found = { at, depth: depth(near[i - 1]!, near[i]!) };
    const closer = Math.abs(found.at - even) < Math.abs(best.at - even);
    if (found.depth < best.depth || (found.depth === best.depth && closer)) best = found;
  }
  return best.at;
}
