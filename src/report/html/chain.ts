import type { CauseEntry, Finding } from "../../core/finding.ts";
import { count } from "../quantity.ts";
import { clip } from "./clip.ts";
import { type Markup, markup } from "./markup.ts";

/** The causes from the beginning of the program to its failure, each at its place. */
export function chain({ chain: links }: Finding): Markup | undefined {
  if (!links) return undefined;
  const rows = links.flatMap(({ place, cause, values }) => cause.map((entry) => row(place, entry, values)));
  return markup`<section>
<h2>From the beginning to the failure</h2>
<div class="table"><table>
<thead><tr><th>Place</th><th>Variable</th><th>passes</th><th>fails</th><th>values that differ</th></tr></thead>
<tbody>
${rows}</tbody>
</table></div>
</section>`;
}

function row(place: string, { variable = "", old = "", new: now = "" }: CauseEntry, values: number): Markup {
  const code = (text: string) => markup`<td><code>${clip(text, 80)}</code></td>`;
  return markup`<tr>${code(place)}${code(variable)}${code(old)}${code(now)}<td>${count(values)}</td></tr>\n`;
}
