import { partitionPoint } from "../../core/partition-point.ts";

/** A place that two sequences have in common. */
export interface Anchor {
  readonly a: number;
  readonly b: number;
}

/**
 * What stands once in each of two sequences, in the same order in both: the longest such row. Where there is too much
 * difference to align all of it, these hold it together (patience diff, by Bram Cohen).
 */
export function anchorsOf(a: readonly number[], b: readonly number[]): Anchor[] {
  const [inA, inB] = [singles(a), singles(b)];
  const common = [...inA].flatMap(([value, place]) => {
    const other = inB.get(value);
    return other === undefined ? [] : [{ a: place, b: other }];
  });
  return longestRising(common.sort((x, y) => x.a - y.a));
}

/** The values that stand once, with their places. */
function singles(values: readonly number[]): Map<number, number> {
  const places = new Map<number, number>();
  const several = new Set<number>();
  values.forEach((value, place) => {
    if (places.has(value)) several.add(value);
    else places.set(value, place);
  });
  for (const value of several) places.delete(value);
  return places;
}

/** The longest part of a row in which `b` rises: each is put on the first pile whose top is not below it. */
function longestRising(row: readonly Anchor[]): Anchor[] {
  const tops: number[] = [];
  const before: (number | undefined)[] = [];
  row.forEach(({ b }, i) => {
    const pile = partitionPoint(tops, (top) => row[top]!.b < b);
    before[i] = tops[pile - 1];
    tops[pile] = i;
  });
  const found: Anchor[] = [];
  for (let i = tops.at(-1); i !== undefined; i = before[i]) found.push(row[i]!);
  return found.reverse();
}
