import { clipAroundDifference } from "../../core/clip-around-difference.ts";
import type { CauseEntry } from "../../core/finding.ts";
import { count } from "../quantity.ts";
import { onOneLine } from "./one-line.ts";
import type { Paint } from "./paint.ts";

const maxEntries = 20;
const maxLines = 12;

/** Changes of code and upgrades of packages, one by one; a long list ends with the number left out. */
export function changeEntries(entries: readonly CauseEntry[], paint: Paint): string[] {
  const shown = entries.slice(0, maxEntries).map((entry) => (isInCode(entry) ? codeChange : named)(entry, paint));
  const left = entries.length - maxEntries;
  return left > 0 ? [...shown, paint.dim(`  … and ${count(left)} more`)] : shown;
}

/** Others, such as an upgrade of a package, are only named. */
function isInCode({ package: name, file, commit }: CauseEntry): boolean {
  return name === undefined && (file !== undefined || commit !== undefined);
}

function named({ text = "", context }: CauseEntry, { dim }: Paint): string {
  return `  ${onOneLine(text)}${context ? dim("  needed by the others") : ""}`;
}

/** A change as `diff` shows it, and the commit that introduced it. */
function codeChange(entry: CauseEntry, { dim, green, red, marked }: Paint): string {
  const { file, line, change, context, commit, author, date, subject, old = "", text = "" } = entry;
  const place = `  ${file ?? ""}${line === undefined ? "" : `:${line}`}`;
  const isOfFile = change === "renamed" || change === "mode";
  const what = isOfFile ? `${change}: ${old} → ${entry.new}` : (change ?? "");
  const by = commit === undefined ? "" : `${commit.slice(0, 10)} ${author}, ${date}: ${subject}`;
  const head = [what, context ? "needed by the others" : "", by].filter((part) => part !== "").join("; ");
  const diff = isOfFile ? [] : difference(old, text, { green, red, marked });
  return [dim(`${place}${head === "" ? "" : `  ${onOneLine(head)}`}`), ...diff].join("\n");
}

/** The lines that differ, those of the passing side first; what differs within a line is marked. */
function difference(
  old: string,
  now: string,
  { green, red, marked }: Pick<Paint, "green" | "red" | "marked">,
): string[] {
  const [before, after] = [linesOf(old), linesOf(now)];
  const isWhole = before.more + after.more === 0;
  // Of texts that were cut, the ends are not known.
  const [olds, news] = isWhole ? differingLines(before.lines, after.lines) : [before.lines, after.lines];
  if (isWhole && olds.length === 1 && news.length === 1)
    return lineDifference(olds[0]!, news[0]!, { green, red, marked });
  return [...diffLines(olds, "-", before.more).map(green), ...diffLines(news, "+", after.more).map(red)];
}

/** The lines of a text of an entry; a long one ends with how many `more` there are. */
function linesOf(text: string): { readonly lines: readonly string[]; readonly more: number } {
  const lines = text === "" ? [] : text.replace(/\n$/, "").split("\n");
  const cut = /^… (\d+) more lines?$/.exec(lines.at(-1) ?? "");
  return cut ? { lines: lines.slice(0, -1), more: Number(cut[1]) } : { lines, more: 0 };
}

/** Without the lines at the beginning and at the end that both have. */
function differingLines(olds: readonly string[], news: readonly string[]): [readonly string[], readonly string[]] {
  const shorter = Math.min(olds.length, news.length);
  let start = 0;
  while (start < shorter && olds[start] === news[start]) start++;
  let end = 0;
  while (end < shorter - start && olds.at(-1 - end) === news.at(-1 - end)) end++;
  if (start + end === Math.max(olds.length, news.length)) return [olds, news];
  return [olds.slice(start, olds.length - end), news.slice(start, news.length - end)];
}

const maxLineLength = 200;

/** One line that became another one; a long one is clipped around what differs. */
function lineDifference(old: string, now: string, paint: Pick<Paint, "green" | "red" | "marked">): string[] {
  const [before, after] = clipAroundDifference(old, now, maxLineLength);
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start++;
  let end = 0;
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end++;
  const line = (text: string, sign: string, colour: (text: string) => string) => {
    const parts = [text.slice(0, start), text.slice(start, text.length - end), text.slice(text.length - end)];
    const [first, middle, last] = parts.map((part) => onOneLine(part));
    // A line of which nothing stays is not marked.
    const differing = start + end > 0 && middle !== "" ? paint.marked(middle!) : colour(middle!);
    return `${colour(`    ${sign} ${first}`)}${differing}${last === "" ? "" : colour(last!)}`;
  };
  return [line(before, "-", paint.green), line(after, "+", paint.red)];
}

function diffLines(lines: readonly string[], sign: string, more: number): string[] {
  const shown = lines.slice(0, maxLines).map((line) => `    ${sign} ${onOneLine(line)}`);
  const left = Math.max(lines.length - maxLines, 0) + more;
  return left > 0 ? [...shown, `    ${sign} … ${count(left)} more ${left === 1 ? "line" : "lines"}`] : shown;
}
