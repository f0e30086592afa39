import { bar, carriageReturn, comma, doubleQuote, newline, semicolon, tab } from "./bytes.ts";
import type { Node } from "./node.ts";

/**
 * A table as rows of fields with delimiters between them. Line ends belong to no row. An empty field is an item without
 * bytes, since its delimiter goes with it; so is a row that is an empty line.
 */
export function csvTree(bytes: Uint8Array): Node {
  const delimiter = delimiterOf(bytes);
  const rows: Node[] = [];
  let nodes = 0;
  for (let at = 0; at < bytes.length; ) {
    const ends = rowEnds(bytes, at, delimiter);
    nodes += 2 * ends.length;
    rows.push(rowNode(at, ends, nodes <= maxNodes));
    at = afterLineEnd(bytes, ends.at(-1)!);
  }
  return { start: 0, end: bytes.length, kind: "table", role: "fixed", children: rows };
}

export interface CsvColumns {
  readonly count: number;
  /**
   * The bytes that go when these columns are left out of every row, in order and without overlap: the fields with the
   * delimiters behind them, or before them at the end of a row.
   */
  without(columns: ReadonlySet<number>): (readonly [start: number, end: number])[];
}

/** The columns of a table, which are no nodes of its tree: a column is a field of every row. */
export function csvColumns(bytes: Uint8Array): CsvColumns {
  const delimiter = delimiterOf(bytes);
  const rows: Row[] = [];
  for (let at = 0; at < bytes.length; ) {
    const ends = rowEnds(bytes, at, delimiter);
    if (ends.length > 1 || ends[0]! > at) rows.push({ start: at, ends });
    at = afterLineEnd(bytes, ends.at(-1)!);
  }
  const count = rows.reduce((most, row) => Math.max(most, row.ends.length), 0);
  return { count, without: (columns) => rows.flatMap((row) => rowWithout(row, columns)) };
}

/** Maximum number of nodes, to limit memory: rows after them have no fields. */
const maxNodes = 5_000_000;

/** A row of fields by where each of them ends; the next begins behind the delimiter there. */
interface Row {
  readonly start: number;
  readonly ends: readonly number[];
}

function rowNode(start: number, ends: readonly number[], withFields: boolean): Node {
  const children: Node[] = [];
  const end = ends.at(-1)!;
  if (withFields && end > start) {
    let from = start;
    for (const to of ends) {
      if (from > start) children.push(leaf("delimiter", "separator", from - 1, from));
      children.push(leaf("field", "item", from, to));
      from = to + 1;
    }
  }
  return { start, end, kind: "row", role: "item", children };
}

function leaf(kind: string, role: Node["role"], start: number, end: number): Node {
  return { start, end, kind, role, children: none };
}

const none: readonly Node[] = [];

function fieldStart({ start, ends }: Row, column: number): number {
  return column === 0 ? start : ends[column - 1]! + 1;
}

/** One range for each run of columns that go. */
function rowWithout(row: Row, columns: ReadonlySet<number>): [number, number][] {
  const ranges: [number, number][] = [];
  const last = row.ends.length - 1;
  for (let column = 0; column <= last; column++) {
    if (!columns.has(column)) continue;
    const from = fieldStart(row, column);
    while (column < last && columns.has(column + 1)) column++;
    if (column < last) ranges.push([from, row.ends[column]! + 1]);
    else ranges.push([Math.max(row.start, from - 1), row.ends[last]!]);
  }
  return ranges;
}

/** Where the fields of the row that begins here end; one at least. */
function rowEnds(bytes: Uint8Array, start: number, delimiter: number): number[] {
  const ends: number[] = [];
  let at = start;
  while (true) {
    at = fieldEnd(bytes, at, delimiter);
    ends.push(at);
    if (bytes[at] !== delimiter) return ends;
    at++;
  }
}

/** A quote counts at the start of a field only, as everywhere; what stands behind the closing one still belongs to it. */
function fieldEnd(bytes: Uint8Array, start: number, delimiter: number): number {
  let at = bytes[start] === doubleQuote ? closingQuote(bytes, start) + 1 : start;
  while (at < bytes.length && bytes[at] !== delimiter && !isLineEnd(bytes[at]!)) at++;
  return at;
}

/** Maximum length of a quoted field; a longer one is taken for an unclosed quote. */
const maxQuotedField = 1 << 20;

/** The quote that closes the one here, doubled ones passed over; the opening one itself where there is none. */
function closingQuote(bytes: Uint8Array, start: number): number {
  const limit = Math.min(bytes.length, start + maxQuotedField);
  for (let at = start + 1; at < limit; at++) {
    if (bytes[at] !== doubleQuote) continue;
    if (bytes[at + 1] !== doubleQuote) return at;
    at++;
  }
  return start;
}

function afterLineEnd(bytes: Uint8Array, at: number): number {
  return bytes[at] === carriageReturn && bytes[at + 1] === newline ? at + 2 : at + 1;
}

/** How much of the beginning is read to find the delimiter. */
const maxSampleRows = 100;
const maxSampleBytes = 1 << 16;

/** The delimiter that gives most rows the same number of fields, more than one; the comma where none does. */
function delimiterOf(bytes: Uint8Array): number {
  const sample = bytes.subarray(0, maxSampleBytes);
  let [best, bestScore] = [comma, 0];
  for (const delimiter of [comma, semicolon, tab, bar]) {
    const score = evenness(sample, delimiter);
    if (score > bestScore) [best, bestScore] = [delimiter, score];
  }
  return best;
}

/** How many rows have as many fields as most do, weighted lightly by how many these are. */
function evenness(bytes: Uint8Array, delimiter: number): number {
  const widths = new Map<number, number>();
  let rows = 0;
  for (let at = 0; at < bytes.length && rows < maxSampleRows; rows++) {
    const ends = rowEnds(bytes, at, delimiter);
    widths.set(ends.length, (widths.get(ends.length) ?? 0) + 1);
    at = afterLineEnd(bytes, ends.at(-1)!);
  }
  let score = 0;
  for (const [width, times] of widths) if (width > 1) score = Math.max(score, times + width / (width + 1));
  return score / Math.max(rows, 1);
}

function isLineEnd(byte: number): boolean {
  return byte === newline || byte === carriageReturn;
}
