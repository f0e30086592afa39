import { andThen, ask, done, on, type Search } from "../core/search.ts";

/** A number that passes and a number that fails, with the boundary between them. Either may be the larger one. */
export interface Boundary {
  readonly passing: number;
  readonly failing: number;
}

export interface BoundaryOptions {
  /**
   * What to do when the middle is unresolved. `skip`: try its neighbours, up to `maxSkips` of them, nearest first; if all
   * are unresolved, stop. `not-failing`: treat it as if it passed, so the boundary is where the failure ends.
   */
  readonly unresolved: "skip" | "not-failing";
}

/** Maximum number of neighbours to try in place of an unresolved middle. */
export const maxSkips = 8;

/**
 * Finds where passing numbers end and failing ones begin: halves the distance between a number that passes and one that
 * fails until they are neighbours. It takes ⌈log2 n⌉ questions for ends that are n apart when every answer is resolved.
 * Where there are several boundaries, it finds one of them.
 *
 * The result are two numbers whose outcomes are as named (with `not-failing`, `passing` may be unresolved). They are
 * neighbours, unless all numbers tried between them were unresolved. The best answer so far is always the pair of ends, so
 * a search that is stopped early still gives a valid, only wider, pair. An unresolved number may be asked about again when the
 * ends have moved: drivers remember answers.
 */
export function boundary(ends: Boundary, options: BoundaryOptions): Search<number, Boundary> {
  return halve(ends, 0, options);
}

/** Invariant: `ends.passing` is known to pass and `ends.failing` to fail; `skips` numbers near their middle are unresolved. */
function halve(ends: Boundary, skips: number, options: BoundaryOptions): Search<number, Boundary> {
  const candidate = nearMiddle(ends, skips);
  if (candidate === undefined) return done(ends);
  return ask<number, Boundary>(candidate, ends, (outcome) => {
    if (outcome === "fail") return halve({ ...ends, failing: candidate }, 0, options);
    if (outcome === "pass" || options.unresolved === "not-failing")
      return halve({ ...ends, passing: candidate }, 0, options);
    return halve(ends, skips + 1, options);
  });
}

/** The middle, or the nearest number to it after `skips` others; undefined when there are no more to try. */
function nearMiddle({ passing, failing }: Boundary, skips: number): number | undefined {
  const [low, high] = [Math.min(passing, failing), Math.max(passing, failing)];
  if (skips > maxSkips || skips >= high - low - 1) return undefined;
  const middle = low + Math.floor((high - low) / 2);
  // Below and above the middle in turn. There may be one number fewer below it than above.
  const distance = Math.ceil(skips / 2);
  const below = middle - distance;
  return skips % 2 === 1 && below > low ? below : middle + distance;
}

/** The first and the last of neighbouring numbers that all fail. */
export interface FailingRange {
  readonly from: number;
  readonly to: number;
}

/**
 * Finds how far a failing number can be moved down, then up, without leaving `limits`, while the test still fails: two
 * boundaries, one after the other. The best answer so far is the range found so far.
 */
export function failingRange(start: number, limits: FailingRange): Search<number, FailingRange> {
  const down = firstFailing({ passing: limits.from - 1, failing: start }, (from) => ({ from, to: start }));
  return andThen(down, ({ from }) => firstFailing({ passing: limits.to + 1, failing: start }, (to) => ({ from, to })));
}

function firstFailing<R>(ends: Boundary, result: (failing: number) => R): Search<number, R> {
  return on(boundary(ends, { unresolved: "not-failing" }), {
    question: (number) => number,
    result: ({ failing }) => result(failing),
  });
}
