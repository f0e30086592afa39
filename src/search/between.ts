import { ask, done, type Search } from "../core/search.ts";

/** Two neighbours in a row of worlds, the first passes and the second fails; farther apart where some cannot be judged. */
export interface Neighbours {
  readonly passing: number;
  readonly failing: number;
}

/** So many worlds next to one that cannot be judged are tried in its place. */
const mostTries = 8;

/** Halves a row of worlds, of which the first passes and the last fails. */
export function between(passing: number, failing: number): Search<number, Neighbours> {
  return halve({ passing, failing }, 0);
}

function halve(ends: Neighbours, tries: number): Search<number, Neighbours> {
  const { passing, failing } = ends;
  const middle = Math.floor((passing + failing) / 2);
  // Ever farther from the middle, on both sides in turn.
  const next = middle + (tries % 2 === 0 ? 1 : -1) * Math.ceil(tries / 2);
  if (tries > mostTries || next <= passing || next >= failing) return done(ends);
  return ask<number, Neighbours>(next, ends, (outcome) => {
    if (outcome === "pass") return halve({ passing: next, failing }, 0);
    return outcome === "fail" ? halve({ passing, failing: next }, 0) : halve(ends, tries + 1);
  });
}
