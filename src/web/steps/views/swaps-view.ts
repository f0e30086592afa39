import type { SwapsDetails } from "../../../core/stage-details.ts";
import { type Markup, markup } from "../../../report/html/markup.ts";
import { count, counted } from "../../../report/quantity.ts";
import { OrderPath } from "../../../search/order-path.ts";

/** Maximum number of events that are shown. */
const maxEvents = 1000;

/** The order of events after some swaps; those that are not where they are in the passing order are marked. */
export function swapsView({ from, to }: SwapsDetails, swaps: number): Markup {
  const path = new OrderPath(from, to);
  const order = path.at(Math.min(swaps, path.length));
  const start = path.at(0);
  const left = order.length - maxEvents;
  const event = (id: string, i: number) =>
    id === start[i] ? markup`<li><code>${id}</code></li>` : markup`<li class="moved"><code>${id}</code></li>`;
  return markup`<p class="soft">The events in this order: ${counted(swaps, "swaps")} of ${count(path.length)} away from the passing order. Those that are elsewhere there are marked.</p>
<ol class="items world order-of" tabindex="0">${order.slice(0, maxEvents).map(event)}</ol>${left > 0 && markup`<p class="more">… ${count(left)} more</p>`}`;
}
