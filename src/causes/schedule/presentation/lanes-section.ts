import type { CauseEntry } from "../../../core/finding.ts";
import { clip } from "../../../report/html/clip.ts";
import { type LaneTurn, lanesFigure, maxLanes } from "../../../report/html/lanes.ts";
import { type Content, type Markup, markup } from "../../../report/html/markup.ts";
import { count } from "../../../report/quantity.ts";
import type { Interleaving, InterleavingRow, ScheduleFinding } from "../finding.ts";

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

function runFigure(title: string, { lanes, rows }: Interleaving, { main, hasSwitch }: Marks): Markup {
  const at = hasSwitch ? switchIn(rows, main) : -1;
  const turns = rows.map((row) => ({
    lane: row.lane,
    text: row.from === row.to ? row.to : `${row.from} → ${row.to}`,
    role: roleOf(row, main),
  }));
  return lanesFigure({ title, lanes, turns, markAfter: at < 0 ? undefined : at });
}

function roleOf({ lane }: InterleavingRow, main: CauseEntry | undefined): LaneTurn["role"] {
  if (main?.thread === lane) return "matters";
  return main?.against === lane ? "against" : undefined;
}

/** The row after which the second lane of the cause runs instead of the first. */
function switchIn(rows: readonly InterleavingRow[], main: CauseEntry | undefined): number {
  return rows.findIndex((row, i) => {
    if (roleOf(row, main) !== "matters") return false;
    const next = rows.slice(i + 1).find((each) => roleOf(each, main) !== undefined);
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
