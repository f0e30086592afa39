import type { OrderDetails } from "../../../core/stage-details.ts";
import { type Markup, markup } from "../../../report/html/markup.ts";
import { count } from "../../../report/quantity.ts";
import type { ChosenItem } from "./chosen-items.ts";

/** Maximum number of rows between those that are always there. */
const maxItems = 1000;

interface Row {
  readonly text: string;
  readonly isIn: boolean;
  readonly note?: string;
}

/** What runs one after the other, numbered; what is left out stands where it would run. */
export function orderView({ before, after }: OrderDetails, items: readonly ChosenItem<string>[]): Markup {
  const always = (text: string): Row => ({ text, isIn: true, note: "always runs" });
  const own = items.map(({ item, isIn }): Row => ({ text: item, isIn }));
  // Where there are too many to list, those that run are what matters.
  const listed = own.length > maxItems ? own.filter(({ isIn }) => isIn).slice(0, maxItems) : own;
  const rows = [...before.map(always), ...listed, ...after.map(always)];
  const chosen = items.filter(({ isIn }) => isIn).length;
  let number = 0;
  const rowView = ({ text, isIn, note }: Row) =>
    isIn
      ? markup`<li value="${++number}"><code>${text}</code>${note && markup` <span class="soft">${note}</span>`}</li>`
      : markup`<li class="out"><s><code>${text}</code></s></li>`;
  return markup`<p class="soft">They run in this order: ${count(chosen)} of ${count(items.length)}${before.length + after.length > 0 && ", and those that always run"}. Those that are left out are crossed out${own.length > listed.length && " or not listed"}.</p>
<ol class="items world order-of" tabindex="0">${rows.map(rowView)}</ol>`;
}
