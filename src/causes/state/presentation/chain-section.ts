import { clipAroundDifference } from "../../../core/clip-around-difference.ts";
import type { CauseEntry } from "../../../core/finding.ts";
import { clip } from "../../../report/html/clip.ts";
import { type Content, type Markup, markup } from "../../../report/html/markup.ts";
import { visibleInline } from "../../../report/html/visible.ts";
import { count, counted } from "../../../report/quantity.ts";
import type { CauseTransition, ChainLink, StateFinding } from "../finding.ts";
import { causeNames, namesOfMove } from "./cause-names.ts";
import { memoryFigures } from "./memory.ts";
import { sourceFigure } from "./source-figure.ts";
import { transitionsBetween } from "./transitions-between.ts";

const maxRunnersUp = 5;
const maxValueLength = 80;

/** The path of the failure through the program, drawn as a line: what it depends on at each place, and where that moves. */
export function chainSection({ chain: links, transitions = [] }: StateFinding): Markup | undefined {
  if (!links || links.length === 0) return undefined;
  const { between, left } = transitionsBetween(links, transitions);
  const last = links.findLastIndex(({ picture, excerpt }) => picture || excerpt);
  const stations = links.map((link, i) => {
    const moves = between[i] ?? [];
    const isOpen = moves.length > 0 || i === last;
    const names = causeNames(link.cause, links[i - 1]?.cause, links[i + 1]?.cause);
    return [station(link, names, isOpen), moves.map(transition)];
  });
  return markup`<section>
<h2>From the start to the failure</h2>
<ol class="line">
${stations}</ol>
${left.length > 0 && markup`<h3>The cause moves here too</h3>\n<ol class="line">\n${left.map(transition)}</ol>\n`}</section>`;
}

/** The two ends of the line are no places in the program. */
const ends = ["input", "output"];

function station(
  { place, cause, onTopOf, values, file, line, excerpt, picture, runnersUp = [] }: ChainLink,
  names: readonly string[],
  isOpen: boolean,
): Markup {
  const name = ends.includes(place) ? place : markup`<code>${clip(place, maxValueLength)}</code>`;
  const differ = values > 0 && `${counted(values, "values")} ${values === 1 ? "differs" : "differ"} there`;
  const inside = [excerpt && sourceFigure(excerpt), picture && memoryFigures(picture)];
  const evidence = markup`<details${isOpen && markup` open`}><summary>${differ || "The state of the program there"}</summary>
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
  const [before, after] = clipAroundDifference(old, now, maxValueLength);
  return markup`<p class="turn">${code(clip(name, maxValueLength))} <span class="values"><span class="pass">${code(before)}</span> <span class="fail">${code(after)}</span></span></p>
`;
}

function onlyWith(onTopOf: ChainLink["onTopOf"]): Content {
  if (onTopOf === undefined) return undefined;
  const { values, variables } = onTopOf;
  const named = variables.map((each, i) => [i > 0 && ", ", markup`<code>${clip(each, maxValueLength)}</code>`]);
  const more = values - variables.length;
  return markup`<p class="also">on top of other values of the failing run: ${named}${more > 0 && ` and ${count(more)} more`}</p>
`;
}

function also(runnersUp: NonNullable<ChainLink["runnersUp"]>): Content {
  if (runnersUp.length === 0) return undefined;
  const together = (each: readonly CauseEntry[]) =>
    each.map(({ variable = "" }, i) => [i > 0 && " with ", markup`<code>${clip(variable, maxValueLength)}</code>`]);
  const named = runnersUp.slice(0, maxRunnersUp).map((each, i) => [i > 0 && ", ", together(each)]);
  const more = runnersUp.length - maxRunnersUp;
  return markup`<p class="also">also makes it fail: ${named}${more > 0 && ` and ${count(more)} more`}</p>
`;
}

function transition({ file, line, from, to, excerpt }: CauseTransition): Markup {
  const [earlier, later] = namesOfMove(from, to).map(
    (names) => markup`<code>${visibleInline(clip(names.join(", "), maxValueLength))}</code>`,
  );
  return markup`<li class="moves">
<p>The cause moves from ${earlier} to ${later}${where(file, line)}</p>
${excerpt && sourceFigure(excerpt)}</li>
`;
}
