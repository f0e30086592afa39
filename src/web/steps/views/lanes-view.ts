import type { Turn } from "../../../core/stage-details.ts";
import { lanesFigure } from "../../../report/html/lanes.ts";
import { type Markup, markup } from "../../../report/html/markup.ts";
import { count } from "../../../report/quantity.ts";
import type { ChosenItem } from "./chosen-items.ts";

/** Maximum number of rows of the table. */
const maxRows = 200;

/** The turns of threads in their order, in a lane for each thread; switches that are left out are dimmed. */
export function lanesView(turns: readonly ChosenItem<Turn>[]): Markup {
  const lanes = [...new Set(turns.map(({ item }) => item.lane))];
  const taken = turns.filter(({ isIn }) => isIn).length;
  const left = turns.length - maxRows;
  return markup`<p class="soft">${count(taken)} of ${count(turns.length)} switches; those that are left out are dimmed. After the last one the threads run as they do by default.</p>
${lanesFigure({
  title: "Threads",
  lanes,
  turns: turns.map(({ item, isIn }) => ({
    lane: item.lane,
    text: `until its step ${item.count}${isIn ? "" : ", left out"}`,
    role: isIn ? "against" : "out",
  })),
})}
<div class="world table" tabindex="0"><table>
<thead><tr>${lanes.map((lane) => markup`<th>Thread ${lane}</th>`)}</tr></thead>
<tbody>${turns.slice(0, maxRows).map((turn) => rowView(lanes, turn))}</tbody>
</table></div>${left > 0 && markup`<p class="more">… ${count(left)} more</p>`}`;
}

function rowView(lanes: readonly string[], { item, isIn }: ChosenItem<Turn>): Markup {
  const text = `until step ${count(item.count)}`;
  const cell = isIn ? markup`<td class="del">${text}</td>` : markup`<td class="out"><s>${text}</s></td>`;
  return markup`<tr>${lanes.map((lane) => (lane === item.lane ? cell : markup`<td></td>`))}</tr>\n`;
}
