import { diffArrays } from "diff";
import { anchorsOf } from "./anchors.ts";

/** Where two sequences differ: the `aCount` elements of one from `a` on became the `bCount` elements of the other from `b` on. */
export interface Region {
  readonly a: number;
  readonly b: number;
  readonly aCount: number;
  readonly bCount: number;
}

/** Maximum number of differing elements up to which two sequences are aligned as a whole; more would take too long. */
const maxEditLength = 4000;

/** The regions in which two sequences differ, in order. */
export function changedRegions<T extends string | number>(a: readonly T[], b: readonly T[]): Region[] {
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start++;
  let [endA, endB] = [a.length, b.length];
  while (endA > start && endB > start && a[endA - 1] === b[endB - 1]) {
    endA--;
    endB--;
  }
  const middle = { a: start, b: start, aCount: endA - start, bCount: endB - start };
  if (middle.aCount === 0 || middle.bCount === 0) return middle.aCount + middle.bCount === 0 ? [] : [middle];
  const [middleA, middleB] = numbered(a.slice(start, endA), b.slice(start, endB));
  const parts = diffArrays(middleA, middleB, { maxEditLength });
  return parts ? regionsIn(parts, start) : regionsBetweenAnchors(middleA, middleB, middle);
}

/** A part of two aligned sequences: a region in which they differ, or one that is the same in both. */
export interface AlignedSegment extends Region {
  readonly changed: boolean;
}

/** Splits two aligned sequences, the first of this length, into changed and unchanged segments, in order. */
export function segmentsOf(regions: readonly Region[], aLength: number): AlignedSegment[] {
  const segments: AlignedSegment[] = [];
  let [a, b] = [0, 0];
  const addUnchanged = (end: number) => {
    if (end > a) segments.push({ a, b, aCount: end - a, bCount: end - a, changed: false });
  };
  for (const region of regions) {
    addUnchanged(region.a);
    segments.push({ ...region, changed: true });
    [a, b] = [region.a + region.aCount, region.b + region.bCount];
  }
  addUnchanged(aLength);
  return segments;
}

/** Numbers are quicker to compare than texts: equal elements get equal numbers. */
function numbered<T>(a: readonly T[], b: readonly T[]): [number[], number[]] {
  const numbers = new Map<T, number>();
  const numberOf = (element: T) => {
    const number = numbers.get(element) ?? numbers.size;
    numbers.set(element, number);
    return number;
  };
  return [a.map(numberOf), b.map(numberOf)];
}

function regionsIn(parts: readonly { added: boolean; removed: boolean; count: number }[], start: number): Region[] {
  const regions: Region[] = [];
  let [a, b] = [start, start];
  let open: { a: number; b: number } | undefined;
  const close = () => {
    if (open) regions.push({ ...open, aCount: a - open.a, bCount: b - open.b });
    open = undefined;
  };
  for (const { added, removed, count } of parts) {
    if (!added && !removed) close();
    else open ??= { a, b };
    if (!added) a += count;
    if (!removed) b += count;
  }
  close();
  return regions;
}

/** Aligns sequences that differ too much to be aligned as a whole: what lies between their anchors, one part after the other. */
function regionsBetweenAnchors(a: readonly number[], b: readonly number[], middle: Region): Region[] {
  const anchors = anchorsOf(a, b);
  if (anchors.length === 0) return [middle];
  const regions: Region[] = [];
  let from = { a: 0, b: 0 };
  for (const anchor of [...anchors, { a: a.length, b: b.length }]) {
    for (const region of changedRegions(a.slice(from.a, anchor.a), b.slice(from.b, anchor.b)))
      regions.push({ ...region, a: middle.a + from.a + region.a, b: middle.b + from.b + region.b });
    from = { a: anchor.a + 1, b: anchor.b + 1 };
  }
  return regions;
}
