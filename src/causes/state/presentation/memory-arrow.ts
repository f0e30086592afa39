import { type Markup, markup } from "../../../report/html/markup.ts";
import { tenth } from "../../../report/html/step-line.ts";
import type { Arrow } from "./memory-columns.ts";
import { type Layout, laneKey, middleOf } from "./memory-layout.ts";

/** How far a dot is from the edge, and how long the tip is. */
const inset = 7;
const tip = 7;
/** How far an arrow within a column swings out. */
const swing = 28;

/** From the right edge into what is farther away; back from the left edge; within a column, around the right edge. */
export function arrow(layout: Layout, { from, to }: Arrow, mark: string): Markup {
  const [source, target] = [layout.boxes[from.box]!, layout.boxes[to.box]!];
  const direction = Math.sign(target.column - source.column);
  const start = { x: direction < 0 ? source.x : source.x + source.width, y: middleOf(source, from.row) };
  const end = { x: direction > 0 ? target.x : target.x + target.width, y: middleOf(target, to.row) };
  const dot = direction < 0 ? start.x : start.x - inset;
  const into = direction > 0 ? -tip : tip;
  // Boxes above and below may be wider: it bends outside of their column.
  const edge = (column: number) => layout.columns[column]!.x + layout.columns[column]!.width;
  let at = { x: direction < 0 ? start.x : edge(source.column), y: start.y };
  let path = `M${tenth(dot)} ${tenth(start.y)}H${tenth(at.x)}`;
  for (let column = source.column + direction; direction !== 0 && column !== target.column; column += direction) {
    const { x, width } = layout.columns[column]!;
    const y = layout.lanes.get(laneKey(to.box, column))!;
    const [near, far] = direction > 0 ? [x, x + width] : [x + width, x];
    path += `${bend(at, { x: near, y })}H${tenth(far)}`;
    at = { x: far, y };
  }
  const last = { x: end.x + (into * 6) / 7, y: end.y };
  if (direction > 0) path += bend(at, last);
  else {
    const outside = { x: Math.max(edge(target.column), last.x), y: end.y };
    path += `${direction < 0 ? bend(at, outside) : around(at, outside)}H${tenth(last.x)}`;
  }
  return markup`<g class="arrow ${mark}"><circle cx="${tenth(dot)}" cy="${tenth(start.y)}" r="2.6"/><path d="${path}"/><path class="tip" d="M${tenth(end.x)} ${tenth(end.y)}l${into} -3.6v7.2z"/></g>
`;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

function bend(from: Point, to: Point): string {
  const middle = tenth((from.x + to.x) / 2);
  return `C${middle} ${tenth(from.y)} ${middle} ${tenth(to.y)} ${tenth(to.x)} ${tenth(to.y)}`;
}

function around(from: Point, to: Point): string {
  const x = tenth(Math.max(from.x, to.x) + swing);
  return `C${x} ${tenth(from.y)} ${x} ${tenth(to.y)} ${tenth(to.x)} ${tenth(to.y)}`;
}
