import type { Outcome } from "../../../core/outcome.ts";
import type { VersionDetail, VersionsDetails } from "../../../core/stage-details.ts";
import { type Content, type Markup, markup } from "../../../report/html/markup.ts";
import { count } from "../../../report/quantity.ts";
import type { RunSteps } from "../run-steps.ts";
import { verbOf } from "../verb.ts";

/** Versions around the tested one, and those that were tested before, which are shown however far away. */
const maxAround = 8;

/** The version that was tested, among its neighbours, with what was known of them by then. */
export function versionsView(steps: RunSteps, step: number, { items }: VersionsDetails): Markup | undefined {
  const at = items.findIndex(({ name }) => name === steps.setTextAt(step));
  if (at < 0) return undefined;
  const known = outcomesUntil(steps, step);
  const isShown = (i: number) => Math.abs(i - at) <= maxAround || known.has(items[i]!.name);
  const rows: Content[] = [];
  for (let i = 0; i < items.length; ) {
    const start = i;
    while (i < items.length && !isShown(i)) i++;
    if (i > start) rows.push(markup`<tr class="gap"><td colspan="4">⋯ ${count(i - start)}</td></tr>\n`);
    else rows.push(rowView(items[i]!, known.get(items[i]!.name), i++ === at));
  }
  return markup`<p class="soft">The version in bold, with what was known of the others by then.</p>
<div class="world table versions" tabindex="0"><table>
<thead><tr><th>Version</th><th>Outcome</th><th class="time">Date</th><th>Subject</th></tr></thead>
<tbody>${rows}</tbody>
</table></div>`;
}

/** What each version of the stage showed last, up to a step. */
function outcomesUntil(steps: RunSteps, step: number): Map<string, Outcome> {
  const known = new Map<string, Outcome>();
  for (let n = steps.stageAt(step).from; n <= step; n++) known.set(steps.setTextAt(n), steps.outcomeAt(n));
  return known;
}

function rowView({ name, date, subject }: VersionDetail, outcome: Outcome | undefined, isTested: boolean): Markup {
  const shown = isTested ? markup`<b>${name}</b>` : name;
  return markup`<tr class="${isTested && "tested"}"><td><code>${shown}</code></td><td>${outcome && markup`<span class="${outcome}">${verbOf(outcome)}</span>`}</td><td class="time">${date}</td><td>${subject}</td></tr>\n`;
}
