import { countWhile } from "../../core/count-while.ts";
import type { ComparedLine, ComparedRow, Comparison } from "../../core/finding.ts";
import type { Edits } from "./edits.ts";
import { piecesOf, type Span } from "./excerpts.ts";
import { isText, newline } from "./text.ts";

/** So many lines are shown around a difference, and so many rows in all. */
const around = 3;
const mostRows = 200;

/** Two texts side by side, around the edits that lead from one to the other; undefined for what is no text. */
export function compare(edits: Edits): Comparison | undefined {
  if (edits.edits.length === 0) return undefined;
  const after = edits.compose(edits.all);
  if (!isText(edits.base) || !isText(after)) return undefined;
  const marks = marksOf(edits, after);
  const passing = new Lines(edits.base, marks.passing);
  const failing = new Lines(after, marks.failing);
  const rows: ComparedRow[] = [];
  let left = 0;
  let [a, b] = [0, 0];
  /** Lines that both have, up to a place in the passing one; those far from any difference are folded. */
  const same = (upTo: number, behind: number, before: number) => {
    const count = upTo - a;
    const folded = rows.length >= mostRows || count <= behind + before + 1 ? 0 : count - behind - before;
    for (let i = 0; i < count; i++) {
      if (folded > 0 && i === behind) {
        rows.push({ folded });
        i += folded;
      }
      if (i < count && rows.length < mostRows)
        rows.push({ passing: passing.line(a + i), failing: failing.line(b + i) });
    }
    [a, b] = [a + count, b + count];
  };
  for (const region of changedLines(passing, failing, marks)) {
    same(region.passing[0], a === 0 ? 0 : around, around);
    const count = Math.max(region.passing[1] - a, region.failing[1] - b);
    for (let i = 0; i < count; i++) {
      if (rows.length >= mostRows) left++;
      else
        rows.push({
          ...(a + i < region.passing[1] ? { passing: passing.line(a + i) } : {}),
          ...(b + i < region.failing[1] ? { failing: failing.line(b + i) } : {}),
        });
    }
    [a, b] = [region.passing[1], region.failing[1]];
  }
  same(passing.count, around, 0);
  return { rows, left };
}

interface Marks {
  readonly passing: readonly Span[];
  readonly failing: readonly Span[];
}

/** What each edit replaces, and what it puts there; edits that touch are one. */
function marksOf({ base, edits }: Edits, after: Uint8Array): Marks {
  const passing: Span[] = [];
  const failing: Span[] = [];
  let shift = 0;
  for (const { start, end, text } of edits) {
    const from = start + shift;
    shift = from + text.length - end;
    const touches = passing.at(-1)?.[1] === start;
    passing.push([touches ? passing.pop()![0] : start, end]);
    failing.push([touches ? failing.pop()![0] : from, from + text.length]);
  }
  // A line end and a line that come or go before a line end are shown as the line and its own end.
  const slides = passing.map((old, i) => slidesIn(base, old, failing[i]!) || slidesIn(after, failing[i]!, old));
  const slid = ([start, end]: Span, i: number): Span => (slides[i] ? [start + 1, end + 1] : [start, end]);
  return { passing: passing.map(slid), failing: failing.map(slid) };
}

function slidesIn(bytes: Uint8Array, [start, end]: Span, other: Span): boolean {
  return end > start && other[0] === other[1] && bytes[start] === newline && bytes[end] === newline;
}

/** Lines in which the two differ: numbers counted from 0, the end not included. */
interface Region {
  readonly passing: Span;
  readonly failing: Span;
}

function changedLines(passing: Lines, failing: Lines, marks: Marks): Region[] {
  const regions: Region[] = [];
  marks.passing.forEach((old, i) => {
    const now = marks.failing[i]!;
    const whole = passing.isWhole(old) && failing.isWhole(now);
    const region = { passing: passing.touched(old, whole), failing: failing.touched(now, whole) };
    const last = regions.at(-1);
    const apart = last && region.passing[0] >= last.passing[1] && region.failing[0] >= last.failing[1];
    if (last === undefined || apart) regions.push(region);
    else
      regions[regions.length - 1] = {
        passing: [last.passing[0], Math.max(last.passing[1], region.passing[1])],
        failing: [last.failing[0], Math.max(last.failing[1], region.failing[1])],
      };
  });
  return regions;
}

/** A text by its lines, with marks in it. */
class Lines {
  readonly #bytes: Uint8Array;
  readonly #starts: number[] = [];
  readonly #marks: readonly Span[];

  constructor(bytes: Uint8Array, marks: readonly Span[]) {
    this.#bytes = bytes;
    this.#marks = marks;
    for (let at = 0; at < bytes.length; ) {
      this.#starts.push(at);
      const end = bytes.indexOf(newline, at);
      at = end === -1 ? bytes.length : end + 1;
    }
  }

  get count(): number {
    return this.#starts.length;
  }

  line(index: number): ComparedLine {
    const [start, end] = [this.#start(index), this.#start(index + 1)];
    const marks = this.#marks.flatMap(([from, to]): Span[] => {
      return from < end && to > start ? [[Math.max(from, start), Math.min(to, end)]] : [];
    });
    return { line: index + 1, pieces: piecesOf(this.#bytes, [start, end], marks) };
  }

  /** Whether a stretch is made of whole lines, or of none between two. */
  isWhole([start, end]: Span): boolean {
    return this.#start(this.#startsBefore(start)) === start && this.#start(this.#startsBefore(end)) === end;
  }

  /** The lines of a stretch; where it is not made of whole ones, at least that in which it stands. */
  touched([start, end]: Span, whole: boolean): Span {
    if (whole) return [this.#startsBefore(start), this.#startsBefore(end)];
    const first = Math.max(0, this.#startsBefore(start + 1) - 1);
    return [first, Math.max(first, Math.min(this.count, this.#startsBefore(end + 1)))];
  }

  #start(index: number): number {
    return this.#starts[index] ?? this.#bytes.length;
  }

  /** How many lines begin before a place. */
  #startsBefore(place: number): number {
    return countWhile(this.#starts, (start) => start < place);
  }
}
