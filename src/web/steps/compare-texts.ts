import type { ComparedLine, ComparedRow, Comparison } from "../../core/finding.ts";
import { alignLines } from "./align-lines.ts";

/** Lines that both texts have around one that differs, and rows in all. */
const contextLines = 3;
const maxRows = 200;

/** Two texts side by side, line by line, with what only one of them has marked. */
export function compareTexts(left: Uint8Array, right: Uint8Array): Comparison {
  const [a, b] = [linesOf(left), linesOf(right)];
  const rows = alignLines(a, b).map(({ left: i, right: j, isEqual }): Row => {
    const [one, other] = [i === undefined ? undefined : a[i]!, j === undefined ? undefined : b[j]!];
    return {
      ...(i === undefined ? {} : { passing: comparedLine(i, one!, other) }),
      ...(j === undefined ? {} : { failing: comparedLine(j, other!, one) }),
      isEqual,
    };
  });
  const folded = foldEqual(rows);
  return { rows: folded.slice(0, maxRows), left: Math.max(0, folded.length - maxRows) };
}

const decoder = new TextDecoder();

function linesOf(text: Uint8Array): string[] {
  const lines = decoder.decode(text).split(/(?<=\n)/);
  return lines.length === 1 && lines[0] === "" ? [] : lines;
}

/** A line with the part marked that its partner has not: all of it, if there is none. */
function comparedLine(index: number, text: string, partner: string | undefined): ComparedLine {
  const before = partner === undefined ? 0 : commonStart(text, partner);
  const after = partner === undefined ? 0 : commonEnd(text.slice(before), partner.slice(before));
  const pieces = [
    { text: text.slice(0, before), cause: false },
    { text: text.slice(before, text.length - after), cause: true },
    { text: text.slice(text.length - after), cause: false },
  ];
  return { line: index + 1, pieces: pieces.filter((piece) => piece.text !== "") };
}

function commonStart(a: string, b: string): number {
  const most = Math.min(a.length, b.length);
  let length = 0;
  while (length < most && a[length] === b[length]) length++;
  return length;
}

function commonEnd(a: string, b: string): number {
  const most = Math.min(a.length, b.length);
  let length = 0;
  while (length < most && a[a.length - 1 - length] === b[b.length - 1 - length]) length++;
  return length;
}

interface Row extends ComparedRow {
  readonly isEqual: boolean;
}

/** Replaces long runs of equal rows by one that says how many there are. */
function foldEqual(rows: readonly Row[]): ComparedRow[] {
  const folded: ComparedRow[] = [];
  for (let i = 0; i < rows.length; ) {
    let end = i;
    while (end < rows.length && rows[end]!.isEqual) end++;
    const [before, after] = [i === 0 ? 0 : contextLines, end === rows.length ? 0 : contextLines];
    const hidden = end - i - before - after;
    if (hidden > 1) folded.push(...rows.slice(i, i + before), { folded: hidden }, ...rows.slice(end - after, end));
    else folded.push(...rows.slice(i, end));
    if (end < rows.length) folded.push(rows[end++]!);
    i = end;
  }
  return folded;
}
