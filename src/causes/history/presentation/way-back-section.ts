import { outcomes } from "../../../core/outcome.ts";
import { clip } from "../../../report/html/clip.ts";
import { type Content, type Markup, markup } from "../../../report/html/markup.ts";
import { shape } from "../../../report/html/shape.ts";
import { tenth } from "../../../report/html/step-line.ts";
import { count } from "../../../report/quantity.ts";
import type { HistoryFinding, HistoryWalk, VersionSeen, WayBack } from "../finding.ts";
import { cureText, withPatches } from "./way-back-text.ts";

const width = 912;
const lane = 46;
const margin = { left: 12, right: 12, top: 34, bottom: 8 };

/**
 * The versions on a line, as in figure 1 of Artho and others, Iterative Delta Debugging: the newest on the right, one lane
 * for each walk back. A lane ends at what hides the failure; the patch that cures it opens the next lane.
 */
export function wayBackSection({ history }: HistoryFinding): Markup | undefined {
  if (!history || history.walks.length === 0) return undefined;
  const { walks, versions } = history;
  const oldest = Math.max(1, ...history.seen.map(({ version }) => version), ...walks.map(({ failing }) => failing));
  const x = (version: number) =>
    tenth(width - margin.right - (version / oldest) * (width - margin.left - margin.right));
  const height = margin.top + walks.length * lane + margin.bottom;
  return markup`<section>
<h2>The way back</h2>
<figure class="plot history">
<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="The versions from the newest on the right to the oldest that was tried">
<defs>${outcomes.map((outcome) => markup`<path id="way-${outcome}" d="${shape(outcome, 4)}"/>`)}</defs>
<g class="axis"><text x="${x(0)}" y="14" text-anchor="end">newest</text><text x="${x(oldest)}" y="14">${count(oldest)} versions back${oldest < versions - 1 && ` of ${count(versions - 1)}`}</text></g>
${walks.map((walk, i) => drawWalk(history, walk, { x, y: margin.top + i * lane + 22 }))}</svg>
<figcaption><ul class="legend"><li class="fail">the failure</li><li class="unresolved">something else in its place</li><li class="pass">passes</li></ul></figcaption>
</figure>
${patches(history)}${checkouts(history)}</section>`;
}

interface Place {
  readonly x: (version: number) => number;
  readonly y: number;
}

function drawWalk(history: WayBack, walk: HistoryWalk, { x, y }: Place): Markup {
  const { start, failing, passing, masked, carried, branch } = walk;
  const end = passing ?? masked;
  const name = `walk ${walk.number}${history.branches.length > 1 ? ` (way ${branch})` : ""}: fails${withPatches(carried)}`;
  const seen = history.seen.filter((each) => each.walk === walk.number);
  return markup`<g>
<path class="line failing" d="M${x(start)} ${y}H${x(failing)}"/>
${end !== undefined && markup`<path class="line between" d="M${x(failing)} ${y}H${x(end)}"/>\n`}<text x="${x(start)}" y="${y - 9}" text-anchor="end">${name}</text>
${masked !== undefined && opening(history, walk, { x, y })}<g class="marks">${seen.map((each) => mark(each, { x, y }))}</g>
</g>
`;
}

/** A line down to the lane of the next walk. */
function opening({ cures, walks }: WayBack, { masked, number }: HistoryWalk, { x, y }: Place): Content {
  const next = walks.findIndex((walk) => walk.number > number && walk.start === masked);
  if (next < 0 || !cures.some((cure) => cure.version === masked)) return undefined;
  const below = y + (next - walks.findIndex((walk) => walk.number === number)) * lane;
  return markup`<path class="opening" d="M${x(masked!)} ${y + 5}V${below - 5}"/>\n`;
}

function mark({ version, commit, outcome, shows, carried }: VersionSeen, { x, y }: Place): Markup {
  const what = `${count(version)} versions back, ${commit?.slice(0, 10) ?? "the working tree"}: ${outcome}${withPatches(carried)}`;
  return markup`<use class="${outcome}" href="#way-${outcome}" x="${x(version)}" y="${y}"><title>${what}${shows && `, ${clip(shows, 200)}`}</title></use>`;
}

function patches({ cures }: WayBack): Content {
  if (cures.length === 0) return undefined;
  const rows = cures.map(
    (cure) =>
      markup`<tr><td class="n">${count(cure.version)}</td><td><code>${clip(cure.cures ?? "given", 200)}</code></td><td>${cureText(cure)}</td></tr>\n`,
  );
  return markup`<div class="table"><table>
<thead><tr><th>Versions back</th><th>shows</th><th>cured by</th></tr></thead>
<tbody>
${rows}</tbody>
</table></div>\n`;
}

/** The commands that check out the two versions, to be copied. */
function checkouts({ passing, failing }: WayBack): Content {
  if (!passing || !failing) return undefined;
  return markup`<dl class="summary"><dt>Passes</dt><dd><code>${passing.command}</code></dd>
<dt>Fails</dt><dd><code>${failing.command}</code></dd></dl>\n`;
}
