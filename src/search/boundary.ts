import { ask, done, type Search } from "../core/search.ts";

/** From where to where a number can be moved while the world stays as it is at `here`. */
export interface Room {
  readonly from: number;
  readonly to: number;
}

/** Finds the least number down to which the outcome stays `fail`, as it is at `here`: by halving. */
export function least(here: number, from: number): Search<number, number> {
  return downwards(from - 1, here, done);
}

/** Finds how far a number can go down and up, between two limits, while the outcome stays `fail`: by halving. */
export function room(here: number, limits: Room): Search<number, Room> {
  return downwards(limits.from - 1, here, (from) => upwards({ from, to: here }, limits.to + 1));
}

/** `low` is taken not to fail. */
function downwards<R>(low: number, high: number, next: (from: number) => Search<number, R>): Search<number, R> {
  const middle = Math.floor((low + high) / 2);
  if (middle === low) return next(high);
  return ask<number, R>(middle, undefined, (outcome) =>
    outcome === "fail" ? downwards(low, middle, next) : downwards(middle, high, next),
  );
}

function upwards({ from, to }: Room, high: number): Search<number, Room> {
  const middle = Math.floor((to + high) / 2);
  if (middle === to) return done({ from, to });
  return ask<number, Room>(middle, { from, to }, (outcome) =>
    outcome === "fail" ? upwards({ from, to: middle }, high) : upwards({ from, to }, middle),
  );
}
