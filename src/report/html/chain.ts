import type { CauseEntry, Finding } from "../../core/finding.ts";
import { count } from "../quantity.ts";
import { clip } from "./clip.ts";
import { type Markup, markup } from "./markup.ts";

/** The causes from the beginning of the program to its failure, each at its place. */
export function chain({ chain: links }: Finding): Markup | undefined {
  if (!links) return undefined;
  const items = links.map(
    ({ place, cause, values }) =>
      markup`<li><b>${clip(place, 80)}</b> ${cause.map(entry)} <small>of ${count(values)} that differ</small></li>\n`,
  );
  return markup`<section>
<h2>From the beginning to the failure</h2>
<ol class="chain">
${items}</ol>
</section>`;
}

function entry({ variable = "", old = "", new: now = "" }: CauseEntry): Markup {
  return markup`<code>${clip(variable, 80)}</code> is <ins>${clip(now, 80)}</ins> instead of <del>${clip(old, 80)}</del> `;
}
