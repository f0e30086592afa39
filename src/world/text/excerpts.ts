import type { Excerpt } from "../../core/finding.ts";
import { newline } from "../../syntax/bytes.ts";
import type { ByteRange } from "../../syntax/ranges.ts";
import { isText } from "./text.ts";

/** As much as people can read at a glance. */
const maxExcerpts = 12;
const maxLineBytes = 160;
const contextBytes = 40;

/** The lines that contain marks, each with its number and its marks highlighted; long lines are clipped around them. */
export function textExcerpts(bytes: Uint8Array, marks: readonly ByteRange[], file?: string): Excerpt[] {
  const excerpts: Excerpt[] = [];
  const place = lineFinder(bytes);
  let i = 0;
  while (i < marks.length && excerpts.length < maxExcerpts) {
    const { start, end, line } = place(marks[i]![0]);
    const here: ByteRange[] = [];
    for (; i < marks.length && marks[i]![0] < end; i++) {
      here.push([marks[i]![0], Math.min(marks[i]![1], end)]);
      // A mark that continues after the end of the line is shown on the next lines too.
      if (marks[i]![1] > end) {
        marks = [...marks.slice(0, i), [end, marks[i]![1]], ...marks.slice(i + 1)];
        break;
      }
    }
    excerpts.push({ ...(file === undefined ? {} : { file }), line, pieces: piecesOf(bytes, [start, end], here) });
    if (here.length === 0) i++;
  }
  return i < marks.length ? [...excerpts, restOf(marks.slice(i), place, file)] : excerpts;
}

/** Stands for the lines that are left out, at the first of them. */
function restOf(marks: readonly ByteRange[], place: LineFinder, file: string | undefined): Excerpt {
  const { line } = place(marks[0]![0]);
  let [lines, last] = [0, line - 1];
  for (const [start, end] of marks) {
    const first = Math.max(place(start).line, last + 1);
    last = Math.max(last, place(Math.max(start, end - 1)).line);
    lines += last - first + 1;
  }
  const text = `… and ${lines.toLocaleString("en-US")} more ${lines === 1 ? "line" : "lines"}`;
  return { ...(file === undefined ? {} : { file }), line, pieces: [{ text, cause: false }] };
}

type LineFinder = (place: number) => { readonly start: number; readonly end: number; readonly line: number };

/** The number of the line at a place, counted from 1. */
export function lineAt(bytes: Uint8Array, place: number): number {
  return lineFinder(bytes)(place).line;
}

/** Finds lines from the start of the text on; places are asked for in rising order. */
function lineFinder(bytes: Uint8Array): LineFinder {
  let [start, line] = [0, 1];
  return (place) => {
    for (let at = bytes.indexOf(newline, start); at !== -1 && at < place; at = bytes.indexOf(newline, start)) {
      start = at + 1;
      line++;
    }
    const end = bytes.indexOf(newline, start);
    return { start, end: end === -1 ? Math.max(bytes.length, place + 1) : end + 1, line };
  };
}

/** A line as text with its marks highlighted; a long one is clipped around them. */
export function piecesOf(bytes: Uint8Array, [start, end]: ByteRange, marks: readonly ByteRange[]): Excerpt["pieces"] {
  const pieces: { text: string; cause: boolean }[] = [];
  const wide = end - start > maxLineBytes;
  const first = marks[0]?.[0] ?? start;
  const last = marks.at(-1)?.[1] ?? end;
  let at = wide ? Math.max(start, first - contextBytes) : start;
  const stop = wide ? Math.min(end, last + contextBytes, first + maxLineBytes) : end;
  const add = (to: number, cause: boolean) => {
    const upTo = Math.min(to, stop);
    if (upTo > at) pieces.push({ text: decode(bytes.subarray(at, upTo)), cause });
    at = Math.max(at, upTo);
  };
  if (at > start) pieces.push({ text: "…", cause: false });
  for (const [from, to] of marks) {
    add(from, false);
    add(to, true);
  }
  add(stop, false);
  if (stop < end) pieces.push({ text: "…", cause: false });
  return pieces;
}

/** Bytes that are no text are shown by their numbers. */
function decode(bytes: Uint8Array): string {
  if (isText(bytes)) return Buffer.from(bytes).toString("utf8");
  return Buffer.from(bytes)
    .toString("latin1")
    .replace(/[\x80-\xff]/g, (byte) => `\\x${byte.charCodeAt(0).toString(16)}`);
}
