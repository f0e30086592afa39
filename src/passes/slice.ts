import { DeltaSet } from "../core/delta-set.ts";
import type { Names, TextOutline } from "./outline.ts";
import { relatedByNames } from "./related.ts";

/** Items that stay, as far as is known, and those that are undecided. */
interface Division {
  /** Items that stay with everything inside them, and those whose inner items are undecided. */
  readonly whole: readonly number[];
  readonly frames: readonly number[];
  readonly undecided: readonly number[];
}

/**
 * Leaves out the items that, by their names, nothing that stays seems to need. Items in `tried` could not be left out; what
 * is inside the innermost of them stays too.
 */
export function slice(outline: TextOutline, left: DeltaSet, tried: DeltaSet): DeltaSet {
  const { whole, frames, undecided } = divide(outline, left, tried);
  if (whole.length === 0 || undecided.length === 0) return left;
  const names: (() => Names)[] = [
    ...undecided.map((item) => () => outline.names(item)),
    ...whole.map((item) => () => outline.names(item)),
    ...frames.map((item) => () => outline.ownNames(item)),
  ];
  const seeds = DeltaSet.range(undecided.length, names.length);
  const needed = relatedByNames(names)(seeds);
  const others = undecided.filter((_, unit) => !needed.has(unit));
  return left.minus(DeltaSet.from(others.map((item) => outline.whole(item))));
}

function divide(outline: TextOutline, left: DeltaSet, tried: DeltaSet): Division {
  const whole: number[] = [];
  const frames: number[] = [];
  const undecided: number[] = [];
  const isFrame = (item: number) => {
    const inside = tried.intersect(DeltaSet.range(item + 1, outline.whole(item)[1]));
    return !inside.intersect(left).isEmpty;
  };
  let next = 0;
  for (const [start, end] of left.ranges()) {
    for (let item = Math.max(start, next); item < end; item = Math.max(item + 1, next)) {
      if (tried.has(item) && isFrame(item)) frames.push(item);
      else {
        (tried.has(item) ? whole : undecided).push(item);
        next = outline.whole(item)[1];
      }
    }
  }
  return { whole, frames, undecided };
}
