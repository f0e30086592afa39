import type { ComparedLine, Comparison } from "../../core/finding.ts";
import { count } from "../quantity.ts";
import { standIn, withStandIns } from "../stand-in.ts";
import type { Paint } from "./paint.ts";

/** Lines of context around a difference, and lines in all: as much as people read at a glance. */
const contextLines = 1;
const maxLines = 16;

/** The two halves of a minimal pair as one diff: - for lines of the passing half, + for those of the failing one. */
export function unified({ rows, left }: Comparison, paint: Paint): string {
  const changed = rows.map(({ passing, failing }) => isMarked(passing) || isMarked(failing) || !passing !== !failing);
  const near = (i: number) => changed.slice(Math.max(0, i - contextLines), i + contextLines + 1).includes(true);
  const lines: string[] = [];
  let [olds, news]: [string[], string[]] = [[], []];
  const close = () => {
    lines.push(...olds, ...news);
    [olds, news] = [[], []];
  };
  rows.forEach(({ passing, failing }, i) => {
    if (changed[i]) {
      if (passing) olds.push(...diffLine(passing, { sign: "-", colour: paint.green, paint }));
      if (failing) news.push(...diffLine(failing, { sign: "+", colour: paint.red, paint }));
      return;
    }
    close();
    if (failing && near(i)) lines.push(...diffLine(failing, { sign: " ", colour: paint.dim, paint }));
    else if (lines.length > 0 && lines.at(-1) !== fold && changed.includes(true, i)) lines.push(fold);
  });
  close();
  const more = left + lines.length - maxLines;
  return [...lines.slice(0, maxLines), ...(more > 0 ? [paint.dim(`    … ${count(more)} lines more`)] : [])].join("\n");
}

const fold = "    ⋯";

function isMarked(line: ComparedLine | undefined): boolean {
  return line?.pieces.some(({ cause }) => cause) ?? false;
}

interface LineStyle {
  readonly sign: "-" | "+" | " ";
  readonly colour: (text: string) => string;
  readonly paint: Paint;
}

/** A line of the diff. Where there are no colours to mark what differs in it, a second line marks it with ^. */
function diffLine({ line, pieces }: ComparedLine, { sign, colour, paint }: LineStyle): string[] {
  const texts = pieces.map(({ text, cause }) => ({ cause, text: cause ? inFull(text) : withoutLineEnd(text) }));
  const coloured = texts.map(({ text, cause }) => (cause ? paint.marked(text) : colour(text)));
  const head = `  ${sign} ${String(line).padStart(4)}  `;
  const whole = texts.every(({ text, cause }) => cause || text.trim() === "");
  if (paint.marked("x") !== "x" || whole || !texts.some(({ cause }) => cause))
    return [colour(head) + coloured.join("")];
  const under = texts.map(({ text, cause }) => (cause ? text.replace(/./gu, "^") : text.replace(/[^\t]/gu, " ")));
  return [head + coloured.join(""), `${" ".repeat(head.length)}${under.join("").trimEnd()}`];
}

function inFull(text: string): string {
  return withStandIns(text.replace(/(?<=.)\r?\n$/, "")).replace(/[\n]/g, standIn);
}

function withoutLineEnd(text: string): string {
  return withStandIns(text.replace(/\r?\n$/, "")).replaceAll("\n", "↵");
}
