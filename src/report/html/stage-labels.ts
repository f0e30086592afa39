import { clip } from "./clip.ts";

export interface StageLabel {
  readonly name: string;
  /** Where its stage begins. */
  readonly x: number;
  /** 0 is the uppermost; none where there is no room for the name. */
  readonly lane: number | undefined;
  /** The name stands left of its line, because right of it the plot ends. */
  readonly left: boolean;
}

const lanes = 3;

/** A character, as wide as it gets on a phone; a name is cut after `longest` of them. */
const character = 10;
const longest = 20;

/** Places the stages' names above the plot so that neither another name nor another's line runs through one. */
export function stageLabels(
  stages: readonly { readonly name: string; readonly x: number }[],
  right: number,
): StageLabel[] {
  const ends = Array.from({ length: lanes }, () => Number.NEGATIVE_INFINITY);
  return stages.map(({ name, x }) => {
    name = clip(name, longest);
    const width = character * (name.length + 1);
    const left = x + width > right;
    const start = left ? x - width : x;
    // A line comes down through all lanes below its name, so those have to be free as well; and a name left of its line
    // has to be above all lines that it passes.
    const free = ends.findLastIndex((end) => end > x) + 1;
    const lane = left && (free > 0 || ends[0]! > start) ? lanes : free;
    if (lane === lanes) return { name, x, lane: undefined, left };
    ends[lane] = left ? x : x + width;
    return { name, x, lane, left };
  });
}
