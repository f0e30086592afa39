import type { InBoth, MemoryPicture } from "../picture/memory-picture.ts";

export type Side = keyof InBoth<unknown>;

export interface Arrow {
  readonly from: { readonly box: number; readonly row: number };
  readonly to: { readonly box: number; readonly row?: number };
}

/** All arrows of one run. */
export function arrowsOf({ boxes }: MemoryPicture, side: Side): Arrow[] {
  return boxes.flatMap(({ rows }, box) =>
    rows.flatMap((cells, row) => {
      const to = cells[side]?.to;
      return to ? [{ from: { box, row }, to }] : [];
    }),
  );
}

/**
 * The column of each box: variables in the first, all else to the right of everything that leads to it. Of the arrows of a cycle
 * one leads back: the farthest from the variables, or one that only the failing run has.
 */
export function columnOfEach(picture: MemoryPicture): number[] {
  const { boxes } = picture;
  const sources: Set<number>[] = boxes.map(() => new Set());
  for (const side of ["passing", "failing"] as const)
    for (const { from, to } of nearestFirst(picture, side))
      if (boxes[to.box]!.kind === "thing" && !isReached(sources, { from: to.box, to: from.box }))
        sources[to.box]!.add(from.box);
  const known = new Map<number, number>();
  const columnOf = (box: number): number => {
    const column = known.get(box) ?? Math.max(-1, ...[...sources[box]!].map(columnOf)) + 1;
    known.set(box, column);
    return column;
  };
  return boxes.map((_, box) => columnOf(box));
}

/** Whether one box leads to another, by what is known to lead to each. */
function isReached(sources: readonly ReadonlySet<number>[], { from, to }: Record<"from" | "to", number>): boolean {
  const seen = new Set([to]);
  for (const box of seen) for (const source of sources[box]!) seen.add(source);
  return seen.has(from);
}

function nearestFirst(picture: MemoryPicture, side: Side): Arrow[] {
  const arrows = arrowsOf(picture, side);
  const seen = new Set(picture.boxes.flatMap(({ kind }, box) => (kind === "thing" ? [] : [box])));
  const sorted: Arrow[] = [];
  for (const box of seen)
    for (const arrow of arrows.filter(({ from }) => from.box === box)) {
      sorted.push(arrow);
      seen.add(arrow.to.box);
    }
  return sorted;
}
