import { type Content, type Markup, markup } from "../../../report/html/markup.ts";
import { tenth } from "../../../report/html/step-line.ts";
import type { MemoryPicture, PictureBox, PictureRow } from "../picture/memory-picture.ts";
import { arrow } from "./memory-arrow.ts";
import { type Arrow, arrowsOf, type Side } from "./memory-columns.ts";
import { headHeight, heightIn, type Layout, layOut, type PlacedBox, padding, rowHeight } from "./memory-layout.ts";
import { cellText, labelText, titleText } from "./memory-text.ts";

/** Space for arrows that bend around the boxes, and for lines at the edge. */
const margin = 14;

/** The states of two runs side by side, the same things at the same places. */
export function memoryFigures(picture: MemoryPicture): Markup {
  const layout = layOut(picture);
  const width = layout.width + 2 * margin;
  return markup`<div class="memory" style="--wide: ${width + 2}px">
${drawn(picture, layout, "passing")}${drawn(picture, layout, "failing")}</div>
`;
}

const words = { passing: { outcome: "pass", verb: "passes" }, failing: { outcome: "fail", verb: "fails" } };

function drawn(picture: MemoryPicture, layout: Layout, side: Side): Markup {
  const { outcome, verb } = words[side];
  const [width, height] = [layout.width + 2 * margin, layout.height + 2 * margin];
  const boxes = picture.boxes.map((box, i) => box.title[side] !== undefined && boxIn(box, layout.boxes[i]!, side));
  const arrows = arrowsOf(picture, side).map((each) => arrow(layout, each, markOf(picture, each, side)));
  return markup`<figure class="box ${side}"><figcaption><span class="${outcome}">${verb}</span></figcaption>
<div class="graph"><svg width="${width}" height="${height}" viewBox="${-margin} ${-margin} ${width} ${height}" role="img" aria-label="The state of the program when it ${verb}">
${boxes}${arrows}</svg></div></figure>
`;
}

function boxIn(box: PictureBox, { x, y, width, values }: PlacedBox, side: Side): Markup {
  const other = side === "passing" ? "failing" : "passing";
  const isAlone = box.title[other] === undefined;
  return markup`<g class="${box.kind}${isAlone && " alone"}" transform="translate(${tenth(x)} ${tenth(y)})">
<rect class="inside" width="${width}" height="${heightIn(box, side)}" rx="3"/>
${head(box, side, width)}${box.rows.map((row, i) => rowIn(row, side, { i, width, values }))}<rect class="edge" width="${width}" height="${heightIn(box, side)}" rx="3"/></g>
`;
}

function head(box: PictureBox, side: Side, width: number): Content {
  const [title, place] = titleText(box, side);
  return [
    markup`<text class="${box.kind === "calls" ? "soft" : "title"}" x="${padding}" y="16">${title}</text>`,
    place && markup`<text class="soft" x="${width - padding}" y="16" text-anchor="end">${place}</text>`,
  ];
}

interface RowAt {
  readonly i: number;
  readonly width: number;
  readonly values: number;
}

function rowIn(row: PictureRow, side: Side, { i, width, values }: RowAt): Content {
  const cell = row[side];
  const isCause = row.mark === "cause";
  if (!cell && !isCause) return undefined;
  const y = headHeight + i * rowHeight;
  const text = cellText(row, side).trimEnd();
  const isSoft = cell?.more !== undefined || cell?.skipped !== undefined;
  return markup`<g class="row ${row.mark}${cell === undefined && " gone"}">${row.mark && markup`<rect x="0.5" y="${y}" width="${width - 1}" height="${rowHeight}"/>`}<text class="soft" x="${padding}" y="${y + 14}">${labelText(row)}</text>${text && markup`<text class="${isSoft && "soft"}" x="${tenth(values)}" y="${y + 14}">${text}</text>`}${tip(row)}</g>
`;
}

/** What a changed value is in both runs, where one points at it. */
function tip({ label, mark, passing, failing }: PictureRow): Content {
  return (
    mark &&
    markup`<title>${label}: passes with ${passing?.text ?? "nothing"}, fails with ${failing?.text ?? "nothing"}</title>`
  );
}

function markOf({ boxes }: MemoryPicture, { from }: Arrow, side: Side): string {
  const row = boxes[from.box]!.rows[from.row]!;
  return [row.mark ?? "", row[side]?.skipped === undefined ? "" : "skips"].join(" ").trim();
}
