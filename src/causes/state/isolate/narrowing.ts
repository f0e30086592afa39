import { DeltaSet } from "../../../core/delta-set.ts";
import { andThen, ask, type DeltaSearch, done } from "../../../core/search.ts";
import { dd, differenceOf, type Pair } from "../../../search/dd.ts";

/**
 * Isolates between nothing, which passes, and everything. Pairs that may still hold are tried first. Undefined: everything passes,
 * or tells nothing, and so do large parts of it.
 */
export function narrowing([pair, ...others]: readonly Pair[], all: DeltaSet): DeltaSearch<Pair | undefined> {
  if (!pair) return fromAll(all);
  const { passing, failing } = pair;
  return ask(failing, undefined, (outcome) => {
    if (outcome !== "fail") return narrowing(others, all);
    if (passing.size === 0) return between(passing, failing);
    const whole = { passing: DeltaSet.empty, failing };
    return ask(passing, whole, (without) => between(without === "pass" ? passing : DeltaSet.empty, failing));
  });
}

/**
 * A single difference that fails, by halving; or what fails of which no half does. Candidates are tried first. Undefined: not even
 * everything fails.
 */
export function soleCause(
  [candidate, ...others]: readonly DeltaSet[],
  all: DeltaSet,
): DeltaSearch<DeltaSet | undefined> {
  if (candidate)
    return ask(candidate, undefined, (outcome) => (outcome === "fail" ? done(candidate) : soleCause(others, all)));
  return ask(all, undefined, (outcome) => (outcome === "fail" ? halving(all) : done(undefined)));
}

function halving(set: DeltaSet): DeltaSearch<DeltaSet | undefined> {
  if (set.size <= 1) return done(set);
  const [first, second] = [set.part(0, 2), set.part(1, 2)];
  return ask(first, set, (outcome) => {
    if (outcome === "fail") return halving(first);
    return ask(second, set, (other) => (other === "fail" ? halving(second) : done(set)));
  });
}

function fromAll(all: DeltaSet): DeltaSearch<Pair | undefined> {
  return ask(all, undefined, (outcome) => {
    if (outcome === "fail") return between(DeltaSet.empty, all);
    return outcome === "pass" ? done(undefined) : anyOf(largeParts(all));
  });
}

/** Isolates between nothing and what there is beside a cause that is known, if that fails: it is not worth more than one test. */
export function amongTheRest(rest: DeltaSet): DeltaSearch<Pair | undefined> {
  return ask(rest, undefined, (outcome) => (outcome === "fail" ? between(DeltaSet.empty, rest) : done(undefined)));
}

/** The difference may have been found on top of others that do not matter: alone, it says more. */
function between(passing: DeltaSet, failing: DeltaSet): DeltaSearch<Pair> {
  return andThen(dd(passing, failing), (pair) => {
    if (pair.passing.isEmpty) return done(pair);
    const cause = differenceOf(pair);
    return ask(cause, pair, (outcome) => (outcome === "fail" ? dd(DeltaSet.empty, cause) : done(pair)));
  });
}

/** What breaks the program altogether, such as a value that was never set, may be in one part and the cause in another. */
function anyOf([part, ...others]: readonly DeltaSet[]): DeltaSearch<Pair | undefined> {
  if (!part) return done(undefined);
  return ask(part, undefined, (outcome) => (outcome === "fail" ? between(DeltaSet.empty, part) : anyOf(others)));
}

function largeParts(all: DeltaSet): DeltaSet[] {
  return [2, 4].flatMap((n) => {
    if (n > all.size) return [];
    const parts = Array.from({ length: n }, (_, i) => all.part(i, n));
    return n === 2 ? parts : [...parts.map((part) => all.minus(part)), ...parts];
  });
}
