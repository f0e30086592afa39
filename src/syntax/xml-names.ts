import {
  carriageReturn,
  colon,
  dot,
  equals,
  greater,
  hash,
  isDigit,
  isLetter,
  less,
  minus,
  newline,
  semicolon,
  slash,
  space,
  tab,
  underscore,
} from "./bytes.ts";

/** What XML calls white space: fewer bytes than elsewhere. */
export function isXmlSpace(byte: number): boolean {
  return byte === space || byte === newline || byte === carriageReturn || byte === tab;
}

export function skipXmlSpace(bytes: Uint8Array, at: number): number {
  while (at < bytes.length && isXmlSpace(bytes[at]!)) at++;
  return at;
}

export function endOfName(bytes: Uint8Array, at: number): number {
  while (!endsName(bytes[at])) at++;
  return at;
}

export function endsName(byte: number | undefined): boolean {
  if (byte === undefined || isXmlSpace(byte)) return true;
  return byte === slash || byte === greater || byte === less || byte === equals;
}

export function startsName(byte: number): boolean {
  return isLetter(byte) || byte === underscore || byte === colon;
}

const maxReferenceLength = 64;

/** The end of the reference that begins here, as `&lt;` or `&#10;`; the place itself where there is none. */
export function referenceEnd(bytes: Uint8Array, start: number): number {
  const limit = Math.min(bytes.length, start + maxReferenceLength);
  let at = start + 1;
  if (bytes[at] === hash) at++;
  const nameStart = at;
  while (at < limit && (startsName(bytes[at]!) || isInsideName(bytes[at]!))) at++;
  return at > nameStart && bytes[at] === semicolon ? at + 1 : start;
}

/** Digits, `-` and `.`. */
function isInsideName(byte: number): boolean {
  return isDigit(byte) || byte === minus || byte === dot;
}
