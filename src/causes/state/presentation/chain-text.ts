import { clipAroundDifference } from "../../../core/clip-around-difference.ts";
import { listText } from "../../../core/list-text.ts";
import { count } from "../../../report/quantity.ts";
import { standIn, withStandIns } from "../../../report/stand-in.ts";
import type { Paint } from "../../../report/terminal/paint.ts";
import type { ChainLink, StateFinding } from "../finding.ts";
import { causeNames } from "./cause-names.ts";

/** The causes from the start of the program on, one line for each place. */
export function chainText({ chain: links }: StateFinding, paint: Paint): string {
  if (!links || links.length === 0) return "";
  const width = Math.max(...links.map(({ place }) => place.length));
  const each = links.map((link, i) => linkLine(link, { before: links[i - 1], after: links[i + 1], width }, paint));
  return [paint.bold("From the start of the program:"), ...each].join("\n");
}

/** As many as people read at a terminal. */
const maxVariables = 4;
const maxValueLength = 60;

interface Around {
  readonly before: ChainLink | undefined;
  readonly after: ChainLink | undefined;
  readonly width: number;
}

function linkLine(
  { place, cause, values, onTopOf }: ChainLink,
  { before, after, width }: Around,
  { dim, green, red }: Paint,
): string {
  const names = causeNames(cause, before?.cause, after?.cause);
  const shown = cause.slice(0, maxVariables).map(({ variable, old = "", new: now = "" }, i) => {
    const name = variable === place ? "" : `${plain(names[i]!)} `;
    const [passing, failing] = clipAroundDifference(old, now, maxValueLength);
    return `${name}${red(plain(failing))} instead of ${green(plain(passing))}`;
  });
  const base = onTopOf ? `on top of ${count(onTopOf.values)}; ` : "";
  const differ = values === 0 ? "" : dim(`  (${base}${count(values)} ${values === 1 ? "differs" : "differ"})`);
  return `  ${dim(plain(place).padEnd(width))}  ${listText(shown, { total: cause.length })}${differ}`;
}

function plain(text: string): string {
  return withStandIns(text).replace(/[\n\t]/g, standIn);
}
