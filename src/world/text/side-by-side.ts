import type { ComparedLine, ComparedRow, Comparison } from "../../core/finding.ts";
import { partitionPoint } from "../../core/partition-point.ts";
import { newline } from "../../syntax/bytes.ts";
import type { ByteRange } from "../../syntax/ranges.ts";
import { type AlignedSegment, type Region, segmentsOf } from "./changed-regions.ts";
import type { TextEdits } from "./edits.ts";
import { piecesOf } from "./excerpts.ts";
import { isText } from "./text.ts";

/** Number of unchanged lines shown around a difference. */
const contextLines = 3;
/** Maximum number of rows. */
const maxRows = 200;

/** Two texts side by side, around the edits that lead from one to the other; undefined if either is not text. */
export function compare(edits: TextEdits): Comparison | undefined {
  if (edits.edits.length === 0) return undefined;
  const after = edits.compose(edits.all);
  if (!isText(edits.base) || !isText(after)) return undefined;
  const marks = marksOf(edits, after);
  const sides = { passing: new MarkedLines(edits.base, marks.passing), failing: new MarkedLines(after, marks.failing) };
  const segments = segmentsOf(changedLines(sides, marks), sides.passing.count);
  const rows: ComparedRow[] = [];
  let left = 0;
  for (const [i, segment] of segments.entries()) {
    if (segment.changed) left += addChangedRows(rows, segment, sides);
    else {
      const leading = i === 0 ? 0 : contextLines;
      const trailing = i === segments.length - 1 ? 0 : contextLines;
      addUnchangedRows(rows, segment, sides, { leading, trailing });
    }
  }
  return { rows, left };
}

interface Sides {
  readonly passing: MarkedLines;
  readonly failing: MarkedLines;
}

/** Adds the lines of a changed segment while there are not too many rows; returns the number of rows left out. */
function addChangedRows(
  rows: ComparedRow[],
  { a, b, aCount, bCount }: AlignedSegment,
  { passing, failing }: Sides,
): number {
  const count = Math.max(aCount, bCount);
  const shown = Math.min(count, Math.max(0, maxRows - rows.length));
  for (let i = 0; i < shown; i++) {
    rows.push({
      ...(i < aCount ? { passing: passing.line(a + i) } : {}),
      ...(i < bCount ? { failing: failing.line(b + i) } : {}),
    });
  }
  return count - shown;
}

interface Context {
  readonly leading: number;
  readonly trailing: number;
}

/** Adds the lines of an unchanged segment; those between its context lines are folded into one row. */
function addUnchangedRows(
  rows: ComparedRow[],
  segment: AlignedSegment,
  sides: Sides,
  { leading, trailing }: Context,
): void {
  const { a, b, aCount: count } = segment;
  const folded = rows.length >= maxRows || count <= leading + trailing + 1 ? 0 : count - leading - trailing;
  for (let i = 0; i < count; i++) {
    if (folded > 0 && i === leading) {
      rows.push({ folded });
      i += folded;
    }
    if (i < count && rows.length < maxRows)
      rows.push({ passing: sides.passing.line(a + i), failing: sides.failing.line(b + i) });
  }
}

interface Marks {
  readonly passing: readonly ByteRange[];
  readonly failing: readonly ByteRange[];
}

/** What each edit replaces, and what it puts there; edits that touch are one. */
function marksOf({ base, edits }: TextEdits, after: Uint8Array): Marks {
  const passing: ByteRange[] = [];
  const failing: ByteRange[] = [];
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
  const slid = ([start, end]: ByteRange, i: number): ByteRange => (slides[i] ? [start + 1, end + 1] : [start, end]);
  return { passing: passing.map(slid), failing: failing.map(slid) };
}

function slidesIn(bytes: Uint8Array, [start, end]: ByteRange, other: ByteRange): boolean {
  return end > start && other[0] === other[1] && bytes[start] === newline && bytes[end] === newline;
}

/** The lines in which the two texts differ. */
function changedLines({ passing, failing }: Sides, marks: Marks): Region[] {
  const regions: Region[] = [];
  marks.passing.forEach((old, i) => {
    const now = marks.failing[i]!;
    const whole = passing.isWhole(old) && failing.isWhole(now);
    const region = regionOf(passing.touched(old, whole), failing.touched(now, whole));
    const last = regions.at(-1);
    if (!last || (region.a >= last.a + last.aCount && region.b >= last.b + last.bCount)) regions.push(region);
    else regions[regions.length - 1] = union(last, region);
  });
  return regions;
}

function regionOf([a, aEnd]: ByteRange, [b, bEnd]: ByteRange): Region {
  return { a, aCount: aEnd - a, b, bCount: bEnd - b };
}

/** From the start of one region to the end of both. */
function union(first: Region, other: Region): Region {
  const aEnd = Math.max(first.a + first.aCount, other.a + other.aCount);
  const bEnd = Math.max(first.b + first.bCount, other.b + other.bCount);
  return regionOf([first.a, aEnd], [first.b, bEnd]);
}

/** A text by its lines, with marks in it. */
class MarkedLines {
  readonly #bytes: Uint8Array;
  readonly #starts: number[] = [];
  readonly #marks: readonly ByteRange[];

  constructor(bytes: Uint8Array, marks: readonly ByteRange[]) {
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
    const marks = this.#marks.flatMap(([from, to]): ByteRange[] => {
      return from < end && to > start ? [[Math.max(from, start), Math.min(to, end)]] : [];
    });
    return { line: index + 1, pieces: piecesOf(this.#bytes, [start, end], marks) };
  }

  /** Whether a range consists of whole lines, or is empty between two. */
  isWhole([start, end]: ByteRange): boolean {
    return this.#start(this.#startsBefore(start)) === start && this.#start(this.#startsBefore(end)) === end;
  }

  /** The lines of a range; if it does not consist of whole lines, at least the one that contains it. */
  touched([start, end]: ByteRange, whole: boolean): ByteRange {
    if (whole) return [this.#startsBefore(start), this.#startsBefore(end)];
    const first = Math.max(0, this.#startsBefore(start + 1) - 1);
    return [first, Math.max(first, Math.min(this.count, this.#startsBefore(end + 1)))];
  }

  #start(index: number): number {
    return this.#starts[index] ?? this.#bytes.length;
  }

  /** How many lines begin before a place. */
  #startsBefore(place: number): number {
    return partitionPoint(this.#starts, (start) => start < place);
  }
}
