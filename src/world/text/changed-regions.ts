import { diffArrays } from "diff";
import { finish, type Work } from "../../core/work.ts";
import { anchorsOf } from "./anchors.ts";

/** Where two sequences differ: the `aCount` elements of one from `a` on became the `bCount` elements of the other from `b` on. */
export interface Region {
  readonly a: number;
  readonly b: number;
  readonly aCount: number;
  readonly bCount: number;
}

/** Maximum number of differing elements up to which two sequences are aligned as a whole; more would take too long. */
const maxEditLength = 1500;

/**
 * Longer sequences are first cut at what stands once in both: to align them as a whole takes their length times the
 * number of differences.
 */
const maxAlignedWhole = 20_000;

/** Maximum number of differing elements in a part of sequences that were cut. */
const maxEditLengthOfPart = 200;

/** Maximum number of times that a part is cut again. */
const maxCuts = 12;

/** The regions in which two sequences differ, in order. */
export function changedRegions<T extends string | number>(a: readonly T[], b: readonly T[]): Region[] {
  return finish(findChangedRegions(a, b));
}

/** The same in steps. */
export function* findChangedRegions<T extends string | number>(a: readonly T[], b: readonly T[]): Work<Region[]> {
  const middle = middleOf(a, b);
  if (middle.aCount === 0 || middle.bCount === 0) return middle.aCount + middle.bCount === 0 ? [] : [middle];
  const [middleA, middleB] = numbered(
    a.slice(middle.a, middle.a + middle.aCount),
    b.slice(middle.b, middle.b + middle.bCount),
  );
  yield;
  if (middle.aCount + middle.bCount > maxAlignedWhole) return yield* cutAtAnchors(middleA, middleB, middle);
  const parts = diffArrays(middleA, middleB, { maxEditLength });
  return parts ? regionsIn(parts, middle) : yield* cutAtAnchors(middleA, middleB, middle);
}

/** What is left between a common beginning and a common end. */
function middleOf<T>(a: readonly T[], b: readonly T[]): Region {
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start++;
  let [endA, endB] = [a.length, b.length];
  while (endA > start && endB > start && a[endA - 1] === b[endB - 1]) {
    endA--;
    endB--;
  }
  return { a: start, b: start, aCount: endA - start, bCount: endB - start };
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

function regionsIn(
  parts: readonly { added: boolean; removed: boolean; count: number }[],
  from: { readonly a: number; readonly b: number },
): Region[] {
  const regions: Region[] = [];
  let { a, b } = from;
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

/**
 * Aligns sequences that differ too much to be aligned as a whole: what lies between their anchors, one part after the
 * other, and that again by what stands once in it. Each element is looked at a few times, however much differs.
 */
function* cutAtAnchors(a: readonly number[], b: readonly number[], middle: Region): Work<Region[]> {
  const regions: Region[] = [];
  const waiting: Part[] = [{ a: 0, b: 0, aCount: a.length, bCount: b.length, cuts: 0 }];
  for (let part = waiting.pop(); part; part = waiting.pop()) {
    const [partA, partB] = [a.slice(part.a, part.a + part.aCount), b.slice(part.b, part.b + part.bCount)];
    const inner = middleOf(partA, partB);
    const at = { a: part.a + inner.a, b: part.b + inner.b };
    const whole = { ...at, aCount: inner.aCount, bCount: inner.bCount };
    if (inner.aCount === 0 || inner.bCount === 0) {
      if (inner.aCount + inner.bCount > 0) regions.push(whole);
      continue;
    }
    yield;
    const [ownA, ownB] = [sliceOf(partA, inner.a, inner.aCount), sliceOf(partB, inner.b, inner.bCount)];
    const aligned = isSmall(whole) && diffArrays(ownA, ownB, { maxEditLength: maxEditLengthOfPart });
    if (aligned) {
      for (const region of regionsIn(aligned, at)) regions.push(region);
      continue;
    }
    const cuts = part.cuts + 1;
    const anchors = cuts > maxCuts ? [] : anchorsOf(ownA, ownB);
    if (anchors.length === 0) regions.push(whole);
    else for (const each of betweenAnchors(anchors, whole).reverse()) waiting.push({ ...each, cuts });
  }
  return regions.map((region) => ({ ...region, a: middle.a + region.a, b: middle.b + region.b }));
}

interface Part extends Region {
  /** How often it was cut out of a larger one. */
  readonly cuts: number;
}

function isSmall({ aCount, bCount }: Region): boolean {
  return aCount + bCount <= maxAlignedWhole;
}

function sliceOf(values: number[], start: number, count: number): number[] {
  return start === 0 && count === values.length ? values : values.slice(start, start + count);
}

/** The parts before, between and behind anchors that are not empty. */
function betweenAnchors(anchors: readonly { readonly a: number; readonly b: number }[], whole: Region): Region[] {
  const parts: Region[] = [];
  let from = { a: 0, b: 0 };
  for (const { a, b } of [...anchors, { a: whole.aCount, b: whole.bCount }]) {
    if (a > from.a || b > from.b)
      parts.push({ a: whole.a + from.a, b: whole.b + from.b, aCount: a - from.a, bCount: b - from.b });
    from = { a: a + 1, b: b + 1 };
  }
  return parts;
}
