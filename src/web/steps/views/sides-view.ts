import type { SidesDetails, SidesRow } from "../../../core/stage-details.ts";
import { type Markup, markup } from "../../../report/html/markup.ts";
import { count } from "../../../report/quantity.ts";
import type { ChosenItem } from "./chosen-items.ts";

/** Maximum number of rows. */
const maxRows = 500;

/** What both sides have, row by row, and which of them the candidate has. */
export function sidesView(heads: SidesDetails["heads"], items: readonly ChosenItem<readonly SidesRow[]>[]): Markup {
  const rows = items.flatMap(({ item, isIn }) => item.map((row) => ({ row, isIn })));
  const changed = items.filter(({ isIn }) => isIn).length;
  const left = rows.length - maxRows;
  const [what, old, now] = heads;
  return markup`<p class="soft">${count(changed)} of ${count(items.length)} as in “${now}”, the others as in “${old}”. What the candidate does not have is crossed out.</p>
<div class="world table sides" tabindex="0"><table>
<thead><tr><th>${what}</th><th>${old}</th><th>${now}</th></tr></thead>
<tbody>${rows.slice(0, maxRows).map(rowView)}</tbody>
</table></div>${left > 0 && markup`<p class="more">… ${count(left)} more</p>`}`;
}

function rowView({ row: { name, old, new: now }, isIn }: { readonly row: SidesRow; readonly isIn: boolean }): Markup {
  return markup`<tr><td><code>${name}</code></td>${cell(old, isIn ? "out" : "del")}${cell(now, isIn ? "ins" : "out")}</tr>\n`;
}

function cell(text: string | undefined, state: "out" | "del" | "ins"): Markup {
  const shown = text === undefined ? markup`<span>none</span>` : markup`<code>${text}</code>`;
  return markup`<td class="${state}">${state === "out" ? markup`<s>${shown}</s>` : shown}</td>`;
}
