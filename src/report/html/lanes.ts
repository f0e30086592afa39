import type { CauseEntry, Finding, Interleaving } from "../../core/finding.ts";
import { count } from "../quantity.ts";
import { clip } from "./clip.ts";
import { type Content, type Markup, markup } from "./markup.ts";
import { tenth } from "./step-line.ts";

const width = 912;
const label = 90;
const lane = 26;
/** More lanes than this are events: they have one line, one after the other. */
const mostLanes = 12;
const mostRuns = 400;

/** Who ran when: the run that fails above the one that passes, with what matters marked. */
export function lanes({ schedules, cause }: Finding): Markup | undefined {
  if (!schedules) return undefined;
  const { failing, passing, commands } = schedules;
  return markup`<section>
<h2>Who ran when</h2>
${drawn("Fails", failing, cause)}${drawn("Passes", passing, cause)}${table(failing, cause)}
<dl class="summary"><dt>Fails</dt><dd><code>${commands.failing}</code></dd>
<dt>Passes</dt><dd><code>${commands.passing}</code></dd></dl>
</section>`;
}

function drawn(title: string, { lanes: names, rows }: Interleaving, cause: readonly CauseEntry[]): Markup {
  const shown = rows.slice(0, mostRuns);
  const own = names.length <= mostLanes;
  const height = 22 + (own ? names.length : 1) * lane;
  const step = (width - label) / Math.max(1, shown.length);
  const matter = new Set(cause.map(({ thread }) => thread));
  const bars = shown.map((row, i) => {
    const y = 20 + (own ? names.indexOf(row.lane) : 0) * lane;
    const what = `${row.lane}: ${row.from === row.to ? row.to : `${row.from} → ${row.to}`}`;
    return markup`<rect class="${matter.has(row.lane) && "matters"}" x="${tenth(label + i * step)}" y="${y}" width="${tenth(Math.max(1, step - 1))}" height="${lane - 8}"><title>${clip(what, 200)}</title></rect>`;
  });
  const texts = own ? names.map((name, i) => markup`<text x="0" y="${33 + i * lane}">${clip(name, 14)}</text>`) : [];
  return markup`<figure class="plot lanes">
<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${title}: who ran when">
<text class="title" x="0" y="12">${title}</text>
${texts}${bars}</svg>
${rows.length > mostRuns && markup`<p class="more">… ${count(rows.length - mostRuns)} more</p>`}</figure>
`;
}

const mostRows = 60;

function table({ rows }: Interleaving, cause: readonly CauseEntry[]): Content {
  const matter = new Set(cause.map(({ thread }) => thread));
  const lines = rows
    .slice(0, mostRows)
    .map(
      ({ lane: name, from, to }) =>
        markup`<tr${matter.has(name) && markup` class="matters"`}><td>${name}</td><td><code>${clip(from, 120)}</code></td><td><code>${from === to ? "" : clip(to, 120)}</code></td></tr>\n`,
    );
  return markup`<div class="table"><table>
<thead><tr><th>Lane</th><th>from</th><th>to</th></tr></thead>
<tbody>
${lines}</tbody>
</table></div>`;
}
