import { count } from "../quantity.ts";
import { clip } from "./clip.ts";
import { type Markup, markup } from "./markup.ts";
import { tenth } from "./step-line.ts";

const width = 912;
const label = 90;
const lane = 26;
/** Programs with more lanes than this are drawn on one line: each of their events is a lane. */
export const maxLanes = 12;
const maxTurns = 400;

/** A turn of one lane, in the order in which they ran. */
export interface LaneTurn {
  readonly lane: string;
  readonly text: string;
  /** `matters` and `against` are the two lanes of a cause; `out` did not happen. */
  readonly role?: "matters" | "against" | "out" | undefined;
}

export interface LanesDrawing {
  readonly title: string;
  readonly lanes: readonly string[];
  readonly turns: readonly LaneTurn[];
  /** The turn behind which a line is drawn. */
  readonly markAfter?: number | undefined;
}

/** Who ran when: a row for each lane, and from left to right the turns. */
export function lanesFigure({ title, lanes, turns, markAfter }: LanesDrawing): Markup {
  const shown = turns.slice(0, maxTurns);
  const own = lanes.length <= maxLanes;
  const height = 22 + (own ? lanes.length : 1) * lane;
  const step = (width - label) / Math.max(1, shown.length);
  const bars = shown.map((turn, i) => {
    const y = 20 + (own ? lanes.indexOf(turn.lane) : 0) * lane;
    return markup`<rect class="${turn.role}" x="${tenth(label + i * step)}" y="${y}" width="${tenth(Math.max(1, step - 1))}" height="${lane - 8}"><title>${clip(`${turn.lane}: ${turn.text}`, 200)}</title></rect>`;
  });
  const texts = own ? lanes.map((name, i) => markup`<text x="0" y="${33 + i * lane}">${clip(name, 14)}</text>`) : [];
  const x = tenth(label + ((markAfter ?? 0) + 1) * step - 0.5);
  const mark = markAfter !== undefined && markup`<line x1="${x}" y1="14" x2="${x}" y2="${height}"/>`;
  return markup`<figure class="plot lanes">
<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${title}: who ran when">
<text class="title" x="0" y="12">${title}</text>
${texts}${bars}${mark}</svg>
${turns.length > maxTurns && markup`<p class="more">… ${count(turns.length - maxTurns)} more</p>`}</figure>
`;
}
