import { DeltaSet } from "../core/delta-set.ts";
import { andThen, type DeltaSearch, on } from "../core/search.ts";
import { auto, roughly } from "./auto.ts";

/** Blocks of a round are this many times smaller than those of the round before. */
const step = 16;
/** Fewer blocks are not worth a round: about every one of them would stay. */
const fewest = 48;

/**
 * Simplifies in rounds, from large blocks of neighbours to single deltas: few more tests than `auto`, but most of what
 * can go is gone early, whatever the rest turns out to be like. What is needed usually stands in clusters, and `auto`
 * alone would look at every delta of the last cluster before it comes to the next.
 */
export function gradually(failing: DeltaSet, last: (failing: DeltaSet) => DeltaSearch = auto): DeltaSearch {
  let size = 1;
  while (failing.size >= fewest * size * step) size *= step;
  return round(failing, size, last);
}

function round(failing: DeltaSet, size: number, last: (failing: DeltaSet) => DeltaSearch): DeltaSearch {
  if (size === 1) return last(failing);
  if (failing.size < 2 * size) return round(failing, size / step, last);
  const blocks = Math.ceil(failing.size / size);
  const all = DeltaSet.range(0, blocks);
  const without = (kept: DeltaSet) => {
    let set = failing;
    for (const [start, end] of all.minus(kept).ranges()) set = set.minus(failing.slice(start * size, end * size));
    return set;
  };
  const blockwise = on(roughly(all), { question: without, result: without });
  return andThen(blockwise, (left) => round(left, size / step, last));
}
