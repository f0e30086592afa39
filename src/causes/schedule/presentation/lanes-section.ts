import type { CauseEntry } from "../../../core/finding.ts";
import { clip } from "../../../report/html/clip.ts";
import { type Content, type Markup, markup } from "../../../report/html/markup.ts";
import { tenth } from "../../../report/html/step-line.ts";
import { count } from "../../../report/quantity.ts";
import type { Interleaving, InterleavingRow, ScheduleFinding } from "../finding.ts";

const width = 912;
const label = 90;
const lane = 26;
/** More lanes than this are events: they have one line, one after the other. */
const maxLanes = 12;
const maxRuns = 400;

/** Who ran when: the run that fails above the one that passes, with what matters marked. */
export function lanesSection({ schedules, cause }: ScheduleFinding): Markup | undefined {
  if (!schedules) return undefined;
  const { failing, passing, commands, byDefault } = schedules;
  const main = cause[0];
  // Of threads, only what is not by default was made by switches.
  const own = byDefault === "fails" && failing.lanes.length <= maxLanes ? passing : failing;
  return markup`<section>
<h2>Who ran when</h2>
${drawn("Fails", failing, main, own === failing)}${drawn("Passes", passing, main, own === passing)}${table(own, main)}
<dl class="summary"><dt>Fails</dt><dd><code>${commands.failing}</code></dd>
<dt>Passes</dt><dd><code>${commands.passing}</code></dd></dl>
</section>`;
}

function drawn(
  title: string,
  { lanes: names, rows }: Interleaving,
  main: CauseEntry | undefined,
  switched: boolean,
): Markup {
  const shown = rows.slice(0, maxRuns);
  const own = names.length <= maxLanes;
  const height = 22 + (own ? names.length : 1) * lane;
  const step = (width - label) / Math.max(1, shown.length);
  const bars = shown.map((row, i) => {
    const y = 20 + (own ? names.indexOf(row.lane) : 0) * lane;
    const what = `${row.lane}: ${row.from === row.to ? row.to : `${row.from} → ${row.to}`}`;
    return markup`<rect class="${roleOf(row, main)}" x="${tenth(label + i * step)}" y="${y}" width="${tenth(Math.max(1, step - 1))}" height="${lane - 8}"><title>${clip(what, 200)}</title></rect>`;
  });
  const texts = own ? names.map((name, i) => markup`<text x="0" y="${33 + i * lane}">${clip(name, 14)}</text>`) : [];
  const at = switched ? switchIn(shown, main) : -1;
  const x = tenth(label + (at + 1) * step - 0.5);
  const mark = at >= 0 && markup`<line x1="${x}" y1="14" x2="${x}" y2="${height}"/>`;
  return markup`<figure class="plot lanes">
<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${title}: who ran when">
<text class="title" x="0" y="12">${title}</text>
${texts}${bars}${mark}</svg>
${rows.length > maxRuns && markup`<p class="more">… ${count(rows.length - maxRuns)} more</p>`}</figure>
`;
}

function roleOf({ lane: name }: InterleavingRow, main: CauseEntry | undefined): string {
  if (main?.thread === name) return "matters";
  return main?.against === name ? "against" : "";
}

/** After which row the one comes to run before the other. */
function switchIn(rows: readonly InterleavingRow[], main: CauseEntry | undefined): number {
  return rows.findIndex((row, i) => {
    if (roleOf(row, main) !== "matters") return false;
    const next = rows.slice(i + 1).find((each) => roleOf(each, main) !== "");
    return next !== undefined && roleOf(next, main) === "against";
  });
}

const maxRows = 60;

function table({ rows }: Interleaving, main: CauseEntry | undefined): Content {
  const haveLength = rows.some(({ from, to }) => from !== to);
  const lines = rows
    .slice(0, maxRows)
    .map(
      (row) =>
        markup`<tr class="${roleOf(row, main)}"><td>${row.lane}</td><td><code>${clip(row.from, 120)}</code></td>${haveLength && markup`<td><code>${clip(row.to, 120)}</code></td>`}</tr>\n`,
    );
  const head = haveLength ? markup`<th>from</th><th>to</th>` : markup`<th>event</th>`;
  return markup`<div class="table"><table>
<thead><tr><th>Lane</th>${head}</tr></thead>
<tbody>
${lines}</tbody>
</table></div>`;
}
