import type { CauseEntry } from "../../../core/finding.ts";
import { clip } from "../../../report/html/clip.ts";
import { type Content, type Markup, markup } from "../../../report/html/markup.ts";
import { tenth } from "../../../report/html/step-line.ts";
import { count } from "../../../report/quantity.ts";
import type { Interleaving, InterleavingRow, ScheduleFinding } from "../finding.ts";

const width = 912;
const label = 90;
const lane = 26;
/** Programs with more lanes than this are drawn on one line: each of their events is a lane. */
const maxLanes = 12;
const maxRuns = 400;

/** Who ran when: the failing run above the passing one, with the lanes of the cause marked. */
export function lanesSection({ schedules, cause }: ScheduleFinding): Markup | undefined {
  if (!schedules) return undefined;
  const { failing, passing, commands, byDefault } = schedules;
  const main = cause[0];
  // Between threads, the switches that were found are those of the run that is not the default one.
  const own = byDefault === "fails" && failing.lanes.length <= maxLanes ? passing : failing;
  return markup`<section>
<h2>Who ran when</h2>
${runFigure("Fails", failing, { main, hasSwitch: own === failing })}${runFigure("Passes", passing, { main, hasSwitch: own === passing })}${table(own, main)}
<dl class="summary"><dt>Fails</dt><dd><code>${commands.failing}</code></dd>
<dt>Passes</dt><dd><code>${commands.passing}</code></dd></dl>
</section>`;
}

interface Marks {
  readonly main: CauseEntry | undefined;
  /** Whether the switch of the cause is in this run. */
  readonly hasSwitch: boolean;
}

function runFigure(title: string, { lanes: names, rows }: Interleaving, { main, hasSwitch }: Marks): Markup {
  const shown = rows.slice(0, maxRuns);
  const own = names.length <= maxLanes;
  const height = 22 + (own ? names.length : 1) * lane;
  const step = (width - label) / Math.max(1, shown.length);
  const bars = shown.map((row, i) => {
    const y = 20 + (own ? names.indexOf(row.lane) : 0) * lane;
    const text = `${row.lane}: ${row.from === row.to ? row.to : `${row.from} → ${row.to}`}`;
    return markup`<rect class="${roleOf(row, main)}" x="${tenth(label + i * step)}" y="${y}" width="${tenth(Math.max(1, step - 1))}" height="${lane - 8}"><title>${clip(text, 200)}</title></rect>`;
  });
  const texts = own ? names.map((name, i) => markup`<text x="0" y="${33 + i * lane}">${clip(name, 14)}</text>`) : [];
  const at = hasSwitch ? switchIn(shown, main) : -1;
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

/** The row after which the second lane of the cause runs instead of the first. */
function switchIn(rows: readonly InterleavingRow[], main: CauseEntry | undefined): number {
  return rows.findIndex((row, i) => {
    if (roleOf(row, main) !== "matters") return false;
    const next = rows.slice(i + 1).find((each) => roleOf(each, main) !== "");
    return next !== undefined && roleOf(next, main) === "against";
  });
}

const maxRows = 60;

function table({ rows }: Interleaving, main: CauseEntry | undefined): Content {
  const hasEnds = rows.some(({ from, to }) => from !== to);
  const lines = rows
    .slice(0, maxRows)
    .map(
      (row) =>
        markup`<tr class="${roleOf(row, main)}"><td>${row.lane}</td><td><code>${clip(row.from, 120)}</code></td>${hasEnds && markup`<td><code>${clip(row.to, 120)}</code></td>`}</tr>\n`,
    );
  const head = hasEnds ? markup`<th>from</th><th>to</th>` : markup`<th>event</th>`;
  return markup`<div class="table"><table>
<thead><tr><th>Lane</th>${head}</tr></thead>
<tbody>
${lines}</tbody>
</table></div>
${rows.length > maxRows && markup`<p class="more">… and ${count(rows.length - maxRows)} more</p>\n`}`;
}
