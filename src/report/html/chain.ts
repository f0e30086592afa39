import type { CauseTransition, ChainLink, SourceLine } from "../../core/chain.ts";
import { clipAroundDifference } from "../../core/clip-around-difference.ts";
import type { CauseEntry, Finding } from "../../core/finding.ts";
import { causeNames, namesOfMove } from "../cause-names.ts";
import { count, counted } from "../quantity.ts";
import { stretchesOf } from "./chain-stretches.ts";
import { clip } from "./clip.ts";
import { type Content, type Markup, markup } from "./markup.ts";
import { memory } from "./memory.ts";
import { visibleAround, visibleInline } from "./visible.ts";

const mostRunnersUp = 5;
const longestValue = 80;

/** The way of the failure through the program as a line: what it depends on at each place, and where that moves. */
export function chain({ chain: links, transitions = [] }: Finding): Markup | undefined {
  if (!links || links.length === 0) return undefined;
  const { stretches, left } = stretchesOf(links, transitions);
  const last = links.findLastIndex(({ picture, excerpt }) => picture || excerpt);
  const stations = links.map((link, i) => {
    const moves = stretches[i] ?? [];
    const isOpen = moves.length > 0 || i === last;
    const names = causeNames(link.cause, links[i - 1]?.cause, links[i + 1]?.cause);
    return [station(link, names, isOpen), moves.map(stretch)];
  });
  return markup`<section>
<h2>From the beginning to the failure</h2>
<ol class="line">
${stations}</ol>
${left.length > 0 && markup`<h3>The cause moves here too</h3>\n<ol class="line">\n${left.map(stretch)}</ol>\n`}</section>`;
}

/** The two ends of the way are no places in the program. */
const ends = ["input", "output"];

function station(
  { place, cause, onTopOf, values, file, line, excerpt, picture, runnersUp = [] }: ChainLink,
  names: readonly string[],
  isOpen: boolean,
): Markup {
  const name = ends.includes(place) ? place : markup`<code>${clip(place, longestValue)}</code>`;
  const differ = values > 0 && `${counted(values, "values")} ${values === 1 ? "differs" : "differ"} there`;
  const inside = [excerpt && source(excerpt), picture && memory(picture)];
  const evidence = markup`<details${isOpen && markup` open`}><summary>${differ || "What the program knows there"}</summary>
${inside}</details>
`;
  return markup`<li class="station">
<h3>${name}${place !== `${file}:${line}` && where(file, line)}</h3>
${cause.map((each, i) => turn(each, names[i]!))}${onlyWith(onTopOf)}${also(runnersUp)}${excerpt || picture ? evidence : differ && markup`<p class="more">${differ}</p>\n`}</li>
`;
}

function where(file: string | undefined, line: number | undefined): Content {
  if (file === undefined) return undefined;
  return markup` <span class="where">${file}${line !== undefined && `:${line}`}</span>`;
}

/** What it is in the run that passes, and in the one that fails. */
function turn({ old = "", new: now = "" }: CauseEntry, name: string): Markup {
  const code = (text: string) => markup`<code>${visibleInline(text)}</code>`;
  const [before, after] = clipAroundDifference(old, now, longestValue);
  return markup`<p class="turn">${code(clip(name, longestValue))} <span class="values"><span class="pass">${code(before)}</span> <span class="fail">${code(after)}</span></span></p>
`;
}

function onlyWith(onTopOf: ChainLink["onTopOf"]): Content {
  if (onTopOf === undefined) return undefined;
  const { values, variables } = onTopOf;
  const named = variables.map((each, i) => [i > 0 && ", ", markup`<code>${clip(each, longestValue)}</code>`]);
  const more = values - variables.length;
  return markup`<p class="also">on top of other values of the failing run: ${named}${more > 0 && ` and ${count(more)} more`}</p>
`;
}

function also(runnersUp: NonNullable<ChainLink["runnersUp"]>): Content {
  if (runnersUp.length === 0) return undefined;
  const together = (each: readonly CauseEntry[]) =>
    each.map(({ variable = "" }, i) => [i > 0 && " with ", markup`<code>${clip(variable, longestValue)}</code>`]);
  const named = runnersUp.slice(0, mostRunnersUp).map((each, i) => [i > 0 && ", ", together(each)]);
  const more = runnersUp.length - mostRunnersUp;
  return markup`<p class="also">also makes it fail: ${named}${more > 0 && ` and ${count(more)} more`}</p>
`;
}

function stretch({ file, line, from, to, excerpt }: CauseTransition): Markup {
  const [earlier, later] = namesOfMove(from, to).map(
    (names) => markup`<code>${visibleInline(clip(names.join(", "), longestValue))}</code>`,
  );
  return markup`<li class="moves">
<p>The cause moves from ${earlier} to ${later}${where(file, line)}</p>
${excerpt && source(excerpt)}</li>
`;
}

function source(lines: readonly SourceLine[]): Markup {
  const numbers = lines.map(({ line }) => line).join("\n");
  const code = lines.map(({ text, marked }) => {
    const [, indent, rest] = /^(\s*)(.*)$/s.exec(text)!;
    return markup`${visibleAround(indent!)}${marked ? markup`<mark>${visibleAround(rest!)}</mark>` : visibleAround(rest!)}\n`;
  });
  return markup`<figure class="box"><div class="code"><pre><span class="lines" aria-hidden="true">${numbers}</span><code>${code}</code></pre></div></figure>
`;
}
