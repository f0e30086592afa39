import type { Region } from "./changed-regions.ts";
import type { Pieces } from "./pieces.ts";

/** Pieces from one number up to but not including another: one, or none. */
interface PieceRange {
  readonly from: number;
  readonly to: number;
}

/** Regions with more pairs are matched in order: finding similar ones would take too long. */
export const maxPairs = 250_000;
/** Regions with more bytes to compare, too: each line of one text with each of the other. */
const maxComparedBytes = 20_000_000;
/** Lines less similar than this are not two versions of one line. */
const minSimilarity = 0.3;

/**
 * Which piece of the old text becomes which one of the new. One by one where there are as many of both; otherwise lines
 * that are alike belong together, and the others are left out or put in.
 */
export function pairs(from: Pieces, to: Pieces, region: Region): [PieceRange, PieceRange][] {
  const { aCount, bCount } = region;
  const bySimilarity = from.unit === "lines" && aCount !== bCount && aCount * bCount > 0;
  return bySimilarity && canCompare(from, to, region) ? similarPairs(from, to, region) : pairsInOrder(region);
}

function canCompare(from: Pieces, to: Pieces, { a, b, aCount, bCount }: Region): boolean {
  if (aCount * bCount > maxPairs) return false;
  const [old, now] = [from.offset(a + aCount) - from.offset(a), to.offset(b + bCount) - to.offset(b)];
  return Math.min(old * bCount, now * aCount) <= maxComparedBytes;
}

function pairsInOrder({ a, b, aCount, bCount }: Region): [PieceRange, PieceRange][] {
  return Array.from({ length: Math.max(aCount, bCount) }, (_, i) => [
    { from: a + Math.min(i, aCount), to: a + Math.min(i + 1, aCount) },
    { from: b + Math.min(i, bCount), to: b + Math.min(i + 1, bCount) },
  ]);
}

function similarPairs(from: Pieces, to: Pieces, { a, b, aCount, bCount }: Region): [PieceRange, PieceRange][] {
  const likeness = (i: number, j: number) => similarity(textOf(from, a + i), textOf(to, b + j));
  return mostAlike(aCount, bCount, likeness).map(([i, j, takesOld, takesNew]) => [
    { from: a + i, to: a + i + Number(takesOld) },
    { from: b + j, to: b + j + Number(takesNew) },
  ]);
}

/** Lines that became others alike are pairs; those in between, that did not, go together. */
export function linePairs(from: Pieces, to: Pieces, region: Region): [PieceRange, PieceRange][] {
  const { a, b, aCount, bCount } = region;
  const whole: [PieceRange, PieceRange] = [
    { from: a, to: a + aCount },
    { from: b, to: b + bCount },
  ];
  if (Math.min(aCount, bCount) > maxJoinedLines) return blocks(region);
  if (aCount * bCount === 0 || !canCompare(from, to, region)) return [whole];
  const joined: [PieceRange, PieceRange][] = [];
  let open = false;
  for (const [old, now] of similarPairs(from, to, region)) {
    const pair = old.from < old.to && now.from < now.to;
    const last = joined.at(-1);
    if (open && !pair && last) {
      joined[joined.length - 1] = [
        { from: last[0].from, to: old.to },
        { from: last[1].from, to: now.to },
      ];
    } else joined.push([old, now]);
    open = !pair;
  }
  return joined;
}

/** Regions with more lines in both texts are cut into blocks even if nothing in them is alike. */
const maxJoinedLines = 2000;
const linesPerBlock = 200;

/** Cuts both sides of a region into as many blocks, of about the same number of lines. */
function blocks({ a, b, aCount, bCount }: Region): [PieceRange, PieceRange][] {
  const count = Math.ceil(Math.min(aCount, bCount) / linesPerBlock);
  const cut = (start: number, length: number, i: number) => start + Math.floor((i * length) / count);
  return Array.from({ length: count }, (_, i) => [
    { from: cut(a, aCount, i), to: cut(a, aCount, i + 1) },
    { from: cut(b, bCount, i), to: cut(b, bCount, i + 1) },
  ]);
}

/** A step through two sequences: which ones are next, and whether each is taken; if both are, they are a pair. */
type Step = readonly [i: number, j: number, takesOld: boolean, takesNew: boolean];

/** The pairing, in order, of those that are most alike in sum: by dynamic programming from the end. */
export function mostAlike(aCount: number, bCount: number, likeness: (i: number, j: number) => number): Step[] {
  const width = bCount + 1;
  const best = new Float32Array((aCount + 1) * width);
  const paired = (i: number, j: number) => {
    const alikeness = likeness(i, j);
    return alikeness < minSimilarity ? Number.NEGATIVE_INFINITY : alikeness + best[(i + 1) * width + j + 1]!;
  };
  for (let i = aCount - 1; i >= 0; i--) {
    for (let j = bCount - 1; j >= 0; j--) {
      best[i * width + j] = Math.max(paired(i, j), best[(i + 1) * width + j]!, best[i * width + j + 1]!);
    }
  }
  const steps: Step[] = [];
  for (let [i, j] = [0, 0]; i < aCount || j < bCount; ) {
    const here = best[i * width + j]!;
    const pair = i < aCount && j < bCount && Math.abs(paired(i, j) - here) < 1e-4;
    const takesOld = pair || j === bCount || (i < aCount && best[(i + 1) * width + j] === here);
    const takesNew = pair || !takesOld;
    steps.push([i, j, takesOld, takesNew]);
    i += Number(takesOld);
    j += Number(takesNew);
  }
  return steps;
}

function textOf(pieces: Pieces, piece: number): Uint8Array {
  return pieces.bytes.subarray(pieces.offset(piece), pieces.offset(piece + 1));
}

/** How much two texts begin and end alike, from 0 to 1. */
export function similarity(a: Uint8Array, b: Uint8Array): number {
  const shorter = Math.min(a.length, b.length);
  let start = 0;
  while (start < shorter && a[start] === b[start]) start++;
  let end = 0;
  while (end < shorter - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end++;
  return (start + end) / Math.max(a.length, b.length, 1);
}
