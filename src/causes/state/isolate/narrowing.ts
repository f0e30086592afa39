import { DeltaSet } from "../../../core/delta-set.ts";
import { andThen, ask, type DeltaSearch, done } from "../../../core/search.ts";
import { dd, differenceOf, type Pair } from "../../../search/dd.ts";

/**
 * Isolates a cause between nothing, which passes, and all differences. Tries candidate pairs first. Undefined: all differences
 * together pass, or they are unresolved and no large part of them fails.
 */
export function narrowing([pair, ...others]: readonly Pair[], all: DeltaSet): DeltaSearch<Pair | undefined> {
  if (!pair) return narrowingAll(all);
  const { passing, failing } = pair;
  return ask(failing, undefined, (outcome) => {
    if (outcome !== "fail") return narrowing(others, all);
    if (passing.size === 0) return between(passing, failing);
    const whole = { passing: DeltaSet.empty, failing };
    return ask(passing, whole, (without) => between(without === "pass" ? passing : DeltaSet.empty, failing));
  });
}

/**
 * Halves all differences down to a single one that fails, or to a set of which neither half fails. Tries candidates first.
 * Undefined: not even all differences together fail.
 */
export function soleCause(
  [candidate, ...others]: readonly DeltaSet[],
  all: DeltaSet,
): DeltaSearch<DeltaSet | undefined> {
  if (candidate)
    return ask(candidate, undefined, (outcome) => (outcome === "fail" ? done(candidate) : soleCause(others, all)));
  return ask(all, undefined, (outcome) => (outcome === "fail" ? halving(all) : done(undefined)));
}

/** Isolates a further cause among the differences that are left, if these fail together; otherwise one test is enough. */
export function furtherCause(rest: DeltaSet): DeltaSearch<Pair | undefined> {
  return ask(rest, undefined, (outcome) => (outcome === "fail" ? between(DeltaSet.empty, rest) : done(undefined)));
}

function halving(set: DeltaSet): DeltaSearch<DeltaSet | undefined> {
  if (set.size <= 1) return done(set);
  const [first, second] = [set.part(0, 2), set.part(1, 2)];
  return ask(first, set, (outcome) => {
    if (outcome === "fail") return halving(first);
    return ask(second, set, (other) => (other === "fail" ? halving(second) : done(set)));
  });
}

function narrowingAll(all: DeltaSet): DeltaSearch<Pair | undefined> {
  return ask(all, undefined, (outcome) => {
    if (outcome === "fail") return between(DeltaSet.empty, all);
    return outcome === "pass" ? done(undefined) : anyPart(largeParts(all));
  });
}

/** A cause may have been found on top of differences that do not matter, so it is also tried alone. */
function between(passing: DeltaSet, failing: DeltaSet): DeltaSearch<Pair> {
  return andThen(dd(passing, failing), (pair) => {
    if (pair.passing.isEmpty) return done(pair);
    const cause = differenceOf(pair);
    return ask(cause, pair, (outcome) => (outcome === "fail" ? dd(DeltaSet.empty, cause) : done(pair)));
  });
}

/** What breaks the program, such as a value that was never set, may be in one part, and the cause in another. */
function anyPart([part, ...others]: readonly DeltaSet[]): DeltaSearch<Pair | undefined> {
  if (!part) return done(undefined);
  return ask(part, undefined, (outcome) => (outcome === "fail" ? between(DeltaSet.empty, part) : anyPart(others)));
}

function largeParts(all: DeltaSet): DeltaSet[] {
  return [2, 4].flatMap((n) => {
    if (n > all.size) return [];
    const parts = Array.from({ length: n }, (_, i) => all.part(i, n));
    return n === 2 ? parts : [...parts.map((part) => all.minus(part)), ...parts];
  });
}
