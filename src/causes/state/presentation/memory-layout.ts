import type { MemoryPicture, PictureBox } from "../picture/memory-picture.ts";
import { type Arrow, arrowsOf, columnOfEach, type Side } from "./memory-columns.ts";
import { cellText, labelText, titleText } from "./memory-text.ts";
import { columnsOf } from "./text-columns.ts";

/** In pixels; letters are those of a monospaced font of 12 pixels. */
const letter = 7.25;
export const rowHeight = 20;
export const headHeight = 24;
export const padding = 9;
const laneHeight = 8;
const gap = 14;
const gapBetweenColumns = 38;
const narrowest = 64;

export interface PlacedBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly column: number;
  /** Where values begin, from its left edge. */
  readonly values: number;
}

export interface Layout {
  readonly width: number;
  readonly height: number;
  /** One for each box of the picture: in both runs at the same place. */
  readonly boxes: readonly PlacedBox[];
  readonly columns: readonly { readonly x: number; readonly width: number }[];
  /** How high arrows to a box pass through a column that they only cross, by `laneKey`. */
  readonly lanes: ReadonlyMap<string, number>;
}

export const laneKey = (box: number, column: number) => `${box} ${column}`;

/**
 * Boxes in columns, ordered by what points to them and next to it where there is room. Arrows that cross a column have a place
 * of their own there, so that they run between the boxes.
 */
export function layOut(picture: MemoryPicture): Layout {
  const column = columnOfEach(picture);
  const layout: Draft = { boxes: [], lanes: new Map(), columns: [] };
  const arrows = [...arrowsOf(picture, "passing"), ...arrowsOf(picture, "failing")];
  const sizes = picture.boxes.map(sizeOf);
  let x = 0;
  for (let i = 0; i <= Math.max(0, ...column); i++) {
    const here = sizes.flatMap((_, box) => (column[box] === i ? [box] : []));
    const crossing = arrows.filter(({ from, to }) => isBetween(i, column[from.box]!, column[to.box]!));
    const width = Math.max(0, ...here.map((box) => sizes[box]!.width));
    const waiting = [
      // Calls are a stack.
      ...here.map((box) => ({ box, size: i === 0 ? { ...sizes[box]!, width } : sizes[box]! })),
      ...[...new Set(crossing.map(({ to }) => to.box))].map((box) => ({ box, size: undefined })),
    ];
    const wishes = waiting.map((each) => ({ ...each, ...wishOf(layout, arrows, each.box) }));
    layout.columns.push({ x, width });
    place(layout, wishes);
    x += width + gapBetweenColumns;
  }
  const lowest = [...layout.boxes.map((box) => box.y + box.height), ...layout.lanes.values()];
  return { ...layout, width: x - gapBetweenColumns, height: Math.max(0, ...lowest) };
}

interface Draft {
  readonly boxes: PlacedBox[];
  readonly columns: { x: number; width: number }[];
  readonly lanes: Map<string, number>;
}

interface Wish {
  /** Things stand in the order of these. */
  readonly order: number;
  readonly top: number;
}

/** A box, or a lane of arrows to one. */
interface Waiting extends Wish {
  readonly box: number;
  readonly size: Size | undefined;
}

/** One below the other, in the last column there is. */
function place({ boxes, columns, lanes }: Draft, waiting: Waiting[]): void {
  const column = columns.length - 1;
  let y = 0;
  for (const { box, size, top } of waiting.sort((a, b) => a.order - b.order)) {
    const from = Math.max(y, size ? top : top + headHeight / 2 - laneHeight / 2);
    if (size) boxes[box] = { ...size, x: columns[column]!.x, y: from, column };
    else lanes.set(laneKey(box, column), from + laneHeight / 2);
    y = from + (size?.height ?? laneHeight) + gap;
  }
}

/** Next to what leads to it: a lane, a variable, or a thing, with which it has the same top. */
function wishOf({ boxes, lanes, columns }: Draft, arrows: readonly Arrow[], box: number): Wish {
  const last = columns.length - 1;
  const lane = lanes.get(laneKey(box, last));
  const wishes = lane === undefined ? [] : [{ order: lane, top: lane - headHeight / 2 }];
  for (const { from, to } of arrows) {
    const source = boxes[from.box];
    if (to.box !== box || source?.column !== last) continue;
    const order = middleOf(source, from.row);
    wishes.push({ order, top: last === 0 ? Math.max(0, order - headHeight / 2) : source.y });
  }
  const [first] = wishes.sort((a, b) => a.order - b.order);
  // An arrow that leads back comes from where nothing is placed yet.
  const target = boxes[box];
  return first ?? { order: target ? middleOf(target) : 0, top: target?.y ?? 0 };
}

function isBetween(column: number, a: number, b: number): boolean {
  return column > Math.min(a, b) && column < Math.max(a, b);
}

/** The middle of a row, or of the head of a box. */
export function middleOf({ y }: PlacedBox, row?: number): number {
  return row === undefined ? y + headHeight / 2 : y + headHeight + (row + 0.5) * rowHeight;
}

/** As high as a box is in one run: rows at its end may be in the other only. */
export function heightIn({ rows }: PictureBox, side: Side): number {
  const last = rows.findLastIndex((row) => row[side] !== undefined || row.mark === "cause");
  return headHeight + (last + 1) * rowHeight;
}

type Size = Pick<PlacedBox, "width" | "height" | "values">;

function sizeOf(box: PictureBox): Size {
  const { rows } = box;
  const wide = (texts: readonly string[]) => Math.max(0, ...texts.map(columnsOf)) * letter;
  const both = (of: (side: Side) => string) => [of("passing"), of("failing")];
  const title = wide(both((side) => titleText(box, side).join("  ")));
  const labels = wide(rows.map(labelText));
  const values = padding + (labels > 0 ? labels + 10 : 0);
  const row = values + wide(rows.flatMap((each) => both((side) => cellText(each, side)))) + padding;
  return {
    values,
    width: Math.ceil(Math.max(narrowest, title + 2 * padding, rows.length > 0 ? row : 0)),
    height: headHeight + rows.length * rowHeight,
  };
}
