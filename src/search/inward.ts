import { DeltaSet } from "../core/delta-set.ts";
import { andThen, ask, type DeltaSearch, done, on } from "../core/search.ts";
import { dd, differenceOf, type Pair } from "./dd.ts";
import { ddmax } from "./ddmax.ts";

/** Nested deltas. Each is followed by those inside it, and has no effect without those around it. */
export interface Nesting {
  /** Those of a set that are inside no other one of the set. */
  readonly outermost: (set: DeltaSet) => readonly number[];
  /** A delta with all inside it. */
  readonly whole: (delta: number) => readonly [start: number, end: number];
}

/**
 * Isolates a minimal difference between nothing and everything from the outside in: first which of the outermost deltas
 * makes the difference; then, inside that one, what of it makes the difference to its mere frame; and so on. So both sets
 * are made of whole parts as long as possible, and each layer takes the logarithm of its width.
 */
export function isolateInward(nesting: Nesting, failing: DeltaSet): DeltaSearch<Pair> {
  return isolateLayer(nesting, { passing: DeltaSet.empty, failing, frame: DeltaSet.empty });
}

interface Layer extends Pair {
  /** Deltas of the difference that could not be judged without anything inside them: they come with the first of that. */
  readonly frame: DeltaSet;
}

function isolateLayer(nesting: Nesting, { passing, failing, frame }: Layer): DeltaSearch<Pair> {
  const units = unitsOf(nesting, failing.minus(passing).minus(frame));
  if (units.length === 0) return done({ passing, failing });
  const whole = (chosen: DeltaSet) =>
    chosen.isEmpty ? passing : passing.union(frame).union(unionOf(units, chosen).intersect(failing));
  const search = on(dd(DeltaSet.empty, DeltaSet.range(0, units.length)), {
    question: whole,
    result: (pair) => ({ passing: whole(pair.passing), failing: whole(pair.failing) }),
  });
  return andThen(search, (pair) => isolateInside(nesting, { ...pair, frame: frame.minus(pair.passing) }));
}

/** Tests what makes the difference with nothing inside it, and goes on between that and one of the ends. */
function isolateInside(nesting: Nesting, { passing, failing, frame }: Layer): DeltaSearch<Pair> {
  const pair = { passing, failing };
  const outer = nesting.outermost(differenceOf(pair).minus(frame));
  const opened = frame.union(DeltaSet.from(outer.map((delta) => [delta, delta + 1])));
  const bare = passing.union(opened);
  if (bare.equals(failing)) return done(pair);
  return ask(bare, pair, (outcome) => {
    if (outcome === "pass") return isolateLayer(nesting, { passing: bare, failing, frame: DeltaSet.empty });
    if (outcome === "fail") return isolateLayer(nesting, { passing, failing: bare, frame });
    return isolateLayer(nesting, { passing, failing, frame: opened });
  });
}

/**
 * The largest passing set from the outside in: first which of the outermost deltas must go, then what inside those can
 * stay after all. No single part that was left out can be put back.
 */
export function largestInward(nesting: Nesting, failing: DeltaSet): DeltaSearch {
  return largestLayer(nesting, { passing: DeltaSet.empty, failing, units: unitsOf(nesting, failing) });
}

/** A delta with all inside it. */
interface Unit {
  readonly range: readonly [start: number, end: number];
  /** What it is inside of and cannot do without. */
  readonly around?: DeltaSet;
}

interface LargestLayer extends Pair {
  readonly units: readonly Unit[];
}

function largestLayer(nesting: Nesting, { passing, failing, units }: LargestLayer): DeltaSearch {
  const whole = (chosen: DeltaSet) => passing.union(unionOf(units, chosen).intersect(failing));
  const search = on(ddmax(DeltaSet.empty, DeltaSet.range(0, units.length)), { question: whole, result: whole });
  return andThen(search, (passing) => {
    const gone = units.filter(({ range: [start, end] }) => !passing.has(start) && end - start > 1);
    return largestInside(nesting, { passing, failing, units: [] }, gone);
  });
}

/** Tests each delta that must go with nothing inside it, and goes on with what is inside, unless it fails even so. */
function largestInside(nesting: Nesting, layer: LargestLayer, gone: readonly Unit[]): DeltaSearch {
  const { passing, failing, units } = layer;
  const [next, ...others] = gone;
  if (!next) return units.length === 0 ? done(passing) : largestLayer(nesting, layer);
  const [start, end] = next.range;
  const opened = (next.around ?? DeltaSet.empty).union(DeltaSet.of(start));
  const inside = unitsOf(nesting, failing.intersect(DeltaSet.range(start + 1, end)));
  const bare = passing.union(opened);
  return ask(bare, passing, (outcome) => {
    if (outcome === "fail") return largestInside(nesting, layer, others);
    const more = outcome === "pass" ? inside : inside.map((unit) => ({ ...unit, around: opened }));
    const grown = { passing: outcome === "pass" ? bare : passing, failing, units: [...units, ...more] };
    return largestInside(nesting, grown, others);
  });
}

function unitsOf(nesting: Nesting, set: DeltaSet): Unit[] {
  return nesting.outermost(set).map((delta) => ({ range: nesting.whole(delta) }));
}

/** Chosen units, and what they are inside of. */
function unionOf(units: readonly Unit[], chosen: DeltaSet): DeltaSet {
  const frames = new Set<DeltaSet>();
  const ranges = Array.from(chosen, (n) => {
    const { range, around } = units[n]!;
    if (around) frames.add(around);
    return range;
  });
  return [...frames].reduce((sum, frame) => sum.union(frame), DeltaSet.from(ranges));
}
