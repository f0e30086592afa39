import {
  backslash,
  closingBrace,
  closingRound,
  closingSquare,
  isQuote,
  isWord,
  newline,
  openingBrace,
  openingRound,
  openingSquare,
  singleQuote,
  tableOf,
} from "./bytes.ts";

/**
 * For each opening bracket or quote the place of its partner, 0 where it has none. A `}` closes the nearest `{` and
 * makes round and square ones left open in between plain characters; a `)` or `]` never reaches over a `{`. A quote is
 * closed on its line or not at all. So what is unbalanced spoils no more than the block it is in.
 */
export function closingPlaces(bytes: Uint8Array): Int32Array {
  const closing = new Int32Array(bytes.length);
  const open: number[] = [];
  /** For each open `{`, and the text outside: how many of `(` and `[` are open in it. */
  const levels: Map<number, number>[] = [new Map()];
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!;
    if (!pairing[byte]) continue;
    const level = levels.at(-1)!;
    if (isQuote(byte)) {
      const end = closingQuote(bytes, at);
      closing[at] = end;
      at = Math.max(at, end);
    } else if (isOpening(byte)) {
      open.push(at);
      if (byte === openingBrace) levels.push(new Map());
      else level.set(byte, (level.get(byte) ?? 0) + 1);
    } else if (byte === closingBrace && levels.length > 1) {
      levels.pop();
      closing[popUntil(bytes, open, openingBrace)] = at;
    } else if (byte === closingRound || byte === closingSquare) {
      const partner = byte === closingRound ? openingRound : openingSquare;
      if (level.get(partner)) closing[popUntil(bytes, open, partner, level)] = at;
    } else if (byte === backslash && bytes[at + 1] !== newline) at++;
  }
  return closing;
}

/** The bytes that have a partner, and the one that takes it from them; all others are passed over quickly. */
const pairing = tableOf("()[]{}\"'`\\");

function isOpening(byte: number): boolean {
  return byte === openingRound || byte === openingSquare || byte === openingBrace;
}

function popUntil(bytes: Uint8Array, open: number[], wanted: number, level?: Map<number, number>): number {
  while (true) {
    const at = open.pop()!;
    level?.set(bytes[at]!, level.get(bytes[at]!)! - 1);
    if (bytes[at] === wanted) return at;
  }
}

function closingQuote(bytes: Uint8Array, start: number): number {
  // The apostrophe of "don't" opens nothing.
  if (bytes[start] === singleQuote && isWord(bytes[start - 1])) return 0;
  for (let at = start + 1; at < bytes.length && bytes[at] !== newline; at++) {
    if (bytes[at] === bytes[start]) return at;
    if (bytes[at] === backslash && bytes[at + 1] !== newline) at++;
  }
  return 0;
}
