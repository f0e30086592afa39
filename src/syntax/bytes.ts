// The bytes of a text by name and by kind, in whatever encoding extends ASCII.

export const tab = 0x09;
export const newline = 0x0a;
export const carriageReturn = 0x0d;
export const space = 0x20;
export const exclamation = 0x21;
export const doubleQuote = 0x22;
export const hash = 0x23;
export const dollar = 0x24;
export const percent = 0x25;
export const ampersand = 0x26;
export const singleQuote = 0x27;
export const openingRound = 0x28;
export const closingRound = 0x29;
export const plus = 0x2b;
export const comma = 0x2c;
export const minus = 0x2d;
export const dot = 0x2e;
export const slash = 0x2f;
export const zero = 0x30;
export const colon = 0x3a;
export const semicolon = 0x3b;
export const less = 0x3c;
export const equals = 0x3d;
export const greater = 0x3e;
export const question = 0x3f;
export const openingSquare = 0x5b;
export const backslash = 0x5c;
export const closingSquare = 0x5d;
export const underscore = 0x5f;
export const backtick = 0x60;
export const letterE = 0x65;
export const letterX = 0x78;
export const openingBrace = 0x7b;
export const bar = 0x7c;
export const closingBrace = 0x7d;

/** This bit makes a capital letter of ASCII a small one. */
export const lowerCase = 0x20;

/** All bytes from 0x80 on count as letters, so a UTF-8 character is never cut. */
export function isLetter(byte: number): boolean {
  const letter = byte | lowerCase;
  return (letter >= 0x61 && letter <= 0x7a) || byte >= 0x80;
}

export function isDigit(byte: number): boolean {
  return byte >= zero && byte <= 0x39;
}

/** Whether it belongs to a word; what is not there, before or behind a text, does not. */
export function isWord(byte: number | undefined): boolean {
  return byte !== undefined && (isLetter(byte) || isDigit(byte) || byte === underscore);
}

export function isSpace(byte: number): boolean {
  return byte === space || (byte >= tab && byte <= carriageReturn);
}

/** White space within a line, also the carriage return before its end. */
export function isBlank(byte: number | undefined): boolean {
  return byte === space || byte === tab || byte === carriageReturn;
}

export function isQuote(byte: number): boolean {
  return byte === doubleQuote || byte === singleQuote || byte === backtick;
}

/** From one place to another without the white space at both ends. */
export function trimmed(bytes: Uint8Array, start: number, end: number): [start: number, end: number] {
  while (start < end && isSpace(bytes[start]!)) start++;
  while (end > start && isSpace(bytes[end - 1]!)) end--;
  return [start, end];
}

/** For each byte whether it is one of these characters: quick to ask. */
export function tableOf(characters: string): Uint8Array {
  const table = new Uint8Array(256);
  for (const character of characters) table[character.charCodeAt(0)] = 1;
  return table;
}
