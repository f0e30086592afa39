import { partitionPoint } from "./partition-point.ts";

/** The offsets at which lines begin. */
export function lineStarts(source: string): readonly number[] {
  const starts = [0];
  for (const { index, 0: end } of source.matchAll(/\r\n|[\n\r\u2028\u2029]/g)) starts.push(index + end.length);
  return starts;
}

/** The index of the line that contains an offset. */
export function lineAt(starts: readonly number[], offset: number): number {
  return Math.max(0, partitionPoint(starts, (start) => start <= offset) - 1);
}
