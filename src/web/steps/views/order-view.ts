import type { OrderDetails } from "../../../core/stage-details.ts";
import { type Markup, markup } from "../../../report/html/markup.ts";
import { count } from "../../../report/quantity.ts";
import type { ChosenItem } from "./chosen-items.ts";

/** Maximum number of rows between those that are always there, and of rows in a row that are left out. */
const maxRows = 1000;
const maxOut = 6;

/** What runs one after the other, numbered; what is left out stands where it would run. */
export function orderView({ before, after }: OrderDetails, items: readonly ChosenItem<string>[]): Markup {
  const chosen = items.filter(({ isIn }) => isIn).length;
  const rows = foldLeftOut(items);
  const left = rows.length - maxRows;
  const always = (text: string, number: number) =>
    markup`<li value="${number}"><code>${text}</code> <span class="soft">always runs</span></li>`;
  let number = before.length;
  const rowView = (row: Row) => {
    if ("folded" in row) return markup`<li class="out">⋯ ${count(row.folded)} left out</li>`;
    if (!row.isIn) return markup`<li class="out"><s><code>${row.item}</code></s></li>`;
    return markup`<li value="${++number}"><code>${row.item}</code></li>`;
  };
  return markup`<p class="soft">They run in this order: ${count(chosen)} of ${count(items.length)}${before.length + after.length > 0 && ", and those that always run"}. Those that are left out are crossed out.</p>
<ol class="items world order-of" tabindex="0">${before.map((text, i) => always(text, i + 1))}${rows.slice(0, maxRows).map(rowView)}${left > 0 && markup`<li class="out">… ${count(left)} more</li>`}${after.map((text, i) => always(text, before.length + chosen + i + 1))}</ol>`;
}

type Row = ChosenItem<string> | { readonly folded: number };

/** Replaces many that are left out one after the other by their number: what runs must not be hard to find. */
function foldLeftOut(items: readonly ChosenItem<string>[]): Row[] {
  const rows: Row[] = [];
  for (let i = 0; i < items.length; ) {
    let end = i;
    while (end < items.length && !items[end]!.isIn) end++;
    if (end - i > maxOut) rows.push({ folded: end - i });
    else rows.push(...items.slice(i, end));
    if (end < items.length) rows.push(items[end++]!);
    i = end;
  }
  return rows;
}
