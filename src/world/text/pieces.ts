import { DeltaSet } from "../../core/delta-set.ts";
import { newline } from "../../syntax/bytes.ts";
import { tokenCuts } from "../../syntax/tokens.ts";
import { type TextEdit, TextEdits } from "./edits.ts";

/** Into what a text is cut. */
export type Unit = "bytes" | "characters" | "tokens" | "clauses" | "lines";

/**
 * A text cut into pieces; a set of deltas is the text that its pieces make. Only the places of the cuts are kept, so a
 * text of any size costs little, and pieces that stand side by side are copied as one.
 */
export class Pieces {
  readonly bytes: Uint8Array;
  readonly unit: Unit;
  /** Where each piece begins, and the end; undefined where every byte is a piece. */
  readonly #cuts: Uint32Array | undefined;

  constructor(bytes: Uint8Array, unit: Unit) {
    this.bytes = bytes;
    this.unit = unit;
    this.#cuts = cutsOf[unit](bytes);
  }

  get count(): number {
    return this.#cuts ? this.#cuts.length - 1 : this.bytes.length;
  }

  get all(): DeltaSet {
    return DeltaSet.range(0, this.count);
  }

  /** Where the piece of this number begins in the text. */
  offset(piece: number): number {
    return this.#cuts ? this.#cuts[piece]! : piece;
  }

  compose(set: DeltaSet): Uint8Array {
    const parts = Array.from(set.ranges(), ([start, end]) => this.bytes.subarray(this.offset(start), this.offset(end)));
    return parts.length === 1 ? parts[0]! : Buffer.concat(parts);
  }

  /** What leads from one set's text to that of a larger one: its further pieces, put where they belong. */
  between(passing: DeltaSet, failing: DeltaSet): TextEdits {
    const edits: TextEdit[] = [];
    const present = passing.ranges();
    let next = present.next();
    let position = 0;
    for (const [start, end] of failing.minus(passing).ranges()) {
      for (; !next.done && next.value[0] < start; next = present.next()) {
        position += this.offset(next.value[1]) - this.offset(next.value[0]);
      }
      const [from, to] = [this.offset(start), this.offset(end)];
      edits.push({ start: position, end: position, text: this.bytes.subarray(from, to), origin: from });
    }
    return new TextEdits(this.compose(passing), edits);
  }

  /** The bytes that the pieces of a set take up in the text. */
  marks(set: DeltaSet): [start: number, end: number][] {
    return Array.from(set.ranges(), ([start, end]) => [this.offset(start), this.offset(end)]);
  }
}

const cutsOf: Readonly<Record<Unit, (bytes: Uint8Array) => Uint32Array | undefined>> = {
  lines: lineCuts,
  clauses: clauseCuts,
  tokens: tokenCuts,
  characters: characterCuts,
  bytes: () => undefined,
};

/** Lines keep their ends, whatever they are, so that putting them together gives the text byte for byte. */
function lineCuts(bytes: Uint8Array): Uint32Array {
  const cuts = [0];
  for (let at = bytes.indexOf(newline); at !== -1; at = bytes.indexOf(newline, at + 1)) cuts.push(at + 1);
  if (cuts.at(-1) !== bytes.length) cuts.push(bytes.length);
  return Uint32Array.from(cuts);
}

/** Lines longer than this were not written by people, and are cut further. */
export const maxLineBytes = 5000;

/** Lines, and of lines that are very long what ends with one of `;{},` or a tag. */
function clauseCuts(bytes: Uint8Array): Uint32Array {
  const lines = lineCuts(bytes);
  const cuts: number[] = [];
  for (let i = 0; i + 1 < lines.length; i++) {
    const [start, end] = [lines[i]!, lines[i + 1]!];
    cuts.push(start);
    if (end - start <= maxLineBytes) continue;
    for (let at = start; at < end - 1; at++) if (endsClause[bytes[at]!]) cuts.push(at + 1);
  }
  cuts.push(bytes.length);
  return Uint32Array.from(cuts);
}

const endsClause = Uint8Array.from({ length: 256 }, (_, byte) =>
  Number(byte > 0 && ";{},>".includes(String.fromCharCode(byte))),
);

/** Whether a text has lines that are too long to be compared as such. */
export function hasLongLines(bytes: Uint8Array): boolean {
  for (let at = 0; bytes.length - at > maxLineBytes; ) {
    const end = bytes.indexOf(newline, at);
    if (end === -1 || end - at >= maxLineBytes) return true;
    at = end + 1;
  }
  return false;
}

/** Cuts before each byte that begins a UTF-8 character; a byte that is out of place is a piece of its own. */
function characterCuts(bytes: Uint8Array): Uint32Array | undefined {
  const cuts = new Uint32Array(bytes.length + 1);
  let count = 0;
  for (let at = 0; at < bytes.length; at += characterLength(bytes, at)) cuts[count++] = at;
  cuts[count++] = bytes.length;
  return count === bytes.length + 1 ? undefined : cuts.slice(0, count);
}

function characterLength(bytes: Uint8Array, at: number): number {
  const first = bytes[at]!;
  const length = first < 0xc2 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 1;
  for (let i = 1; i < length; i++) if ((bytes[at + i]! & 0xc0) !== 0x80) return 1;
  return length;
}
