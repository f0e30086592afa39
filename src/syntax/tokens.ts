import {
  backslash,
  backtick,
  dot,
  doubleQuote,
  isDigit,
  isSpace,
  isWord,
  letterE,
  letterX,
  lowerCase,
  minus,
  newline,
  plus,
  singleQuote,
  zero,
} from "./bytes.ts";

/**
 * Where the tokens of any text begin, and its end: words, numbers, quoted strings, runs of white space, and each other
 * character by itself. All bytes from 0x80 on count as letters, so a UTF-8 character is never cut.
 */
export function tokenCuts(bytes: Uint8Array): Uint32Array {
  const cuts = new Uint32Array(bytes.length + 1);
  let count = 0;
  for (let at = 0; at < bytes.length; at = tokenEnd(bytes, at)) cuts[count++] = at;
  cuts[count++] = bytes.length;
  return cuts.slice(0, count);
}

function tokenEnd(bytes: Uint8Array, at: number): number {
  const byte = bytes[at]!;
  if (isDigit(byte)) return numberEnd(bytes, at);
  if (isWord(byte)) return endOf(bytes, at, isWord);
  if (isSpace(byte)) return endOf(bytes, at, isSpace);
  if (byte === doubleQuote || byte === backtick) return stringEnd(bytes, at);
  // The apostrophe of "don't" opens nothing.
  if (byte === singleQuote && !(at > 0 && isWord(bytes[at - 1]!))) return stringEnd(bytes, at);
  return at + 1;
}

/** `12`, `0xff`, `1_000u`, `3.14` and `1e-5`, each as a whole. */
function numberEnd(bytes: Uint8Array, start: number): number {
  let at = start;
  while (at < bytes.length) {
    const byte = bytes[at]!;
    const joins = byte === dot || ((byte === plus || byte === minus) && isExponent(bytes, start, at - 1));
    if (!isWord(byte) && !(joins && isDigit(bytes[at + 1]!))) break;
    at++;
  }
  return at;
}

function isExponent(bytes: Uint8Array, start: number, at: number): boolean {
  const hexadecimal = bytes[start] === zero && (bytes[start + 1]! | lowerCase) === letterX;
  return (bytes[at]! | lowerCase) === letterE && !hexadecimal;
}

/** Maximum length of a string: an unclosed quote must not cost a search through the rest of the text. */
const maxStringLength = 256;

/** Behind the closing quote, or behind the opening one where none closes it on the same line. */
function stringEnd(bytes: Uint8Array, start: number): number {
  const limit = Math.min(bytes.length, start + maxStringLength);
  for (let at = start + 1; at < limit && bytes[at] !== newline; at++) {
    if (bytes[at] === backslash) at++;
    else if (bytes[at] === bytes[start]) return at + 1;
    if (bytes[at] === newline) break;
  }
  return start + 1;
}

function endOf(bytes: Uint8Array, at: number, belongs: (byte: number) => boolean): number {
  while (at < bytes.length && belongs(bytes[at]!)) at++;
  return at;
}
