import { clip } from "./clip.ts";

export interface StageLabel {
  readonly name: string;
  /** Where its stage starts. */
  readonly x: number;
  /** 0 is the topmost; undefined where there is no space for the name. */
  readonly lane: number | undefined;
  /** The name is left of its line, because the plot ends right of it. */
  readonly left: boolean;
}

const laneCount = 3;

/** The width of a character, at its widest, on a phone. */
const characterWidth = 10;
const maxNameLength = 20;

/** Places the names of the stages above the plot, so that no name is crossed by another name or by the line of another stage. */
export function stageLabels(
  stages: readonly { readonly name: string; readonly x: number }[],
  right: number,
): StageLabel[] {
  const ends = Array.from({ length: laneCount }, () => Number.NEGATIVE_INFINITY);
  return stages.map(({ name, x }) => {
    name = clip(name, maxNameLength);
    const width = characterWidth * (name.length + 1);
    const left = x + width > right;
    const start = left ? x - width : x;
    // A line runs down through all lanes below its name, so these must be free as well; a name left of its line must be
    // above all lines that it crosses.
    const free = ends.findLastIndex((end) => end > x) + 1;
    const lane = left && (free > 0 || ends[0]! > start) ? laneCount : free;
    if (lane === laneCount) return { name, x, lane: undefined, left };
    ends[lane] = left ? x : x + width;
    return { name, x, lane, left };
  });
}
