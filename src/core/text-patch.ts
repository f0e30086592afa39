/**
 * How to make one text out of another: pairs of numbers copy bytes from the base (where, how many), strings are new bytes,
 * one character for each. Candidates mostly are the base with parts left out, so a patch is short where the text is long.
 */
export type TextPatch = readonly (number | string)[];

/** Lengths of what is looked for in the base where the texts part: long ones first, because they mislead least. */
const windows = [24, 8, 3];
/** Bytes of the base that are looked through before the rest is taken as new: texts that share little are not worth more. */
const maxScanned = 4_000_000;

export function patchBetween(base: Uint8Array, text: Uint8Array): TextPatch {
  const start = commonLength(base, 0, { text, at: 0 });
  const end = commonEnd(base.subarray(start), text.subarray(start));
  const middle = between(base.subarray(start, base.length - end), text.subarray(start, text.length - end));
  const shifted = middle.map(([from, part]) => (typeof part === "string" ? [part] : [from + start, part]));
  return [...(start > 0 ? [0, start] : []), ...shifted.flat(), ...(end > 0 ? [base.length - end, end] : [])];
}

/** A part of a patch: bytes of the base, from where on and how many; or new bytes. */
type Part = readonly [from: number, part: number | string];

function between(base: Uint8Array, text: Uint8Array): Part[] {
  const parts: Part[] = [];
  let [from, at, scanned, added] = [0, 0, 0, 0];
  const addNew = () => {
    if (at > added) parts.push([0, characters(text.subarray(added, at))]);
  };
  while (at < text.length && scanned < maxScanned) {
    const length = commonLength(base, from, { text, at });
    if (length > 0) {
      addNew();
      parts.push([from, length]);
      from += length;
      at += length;
      added = at;
      continue;
    }
    const next = nextPlace(base, from, { text, at });
    scanned += next === -1 ? windows.length * (base.length - from) : next - from;
    if (next === -1) at++;
    else from = next;
  }
  at = text.length;
  addNew();
  return parts;
}

export function applyPatch(base: Uint8Array, patch: TextPatch): Uint8Array {
  const parts: Uint8Array[] = [];
  for (let i = 0; i < patch.length; i++) {
    const part = patch[i]!;
    if (typeof part === "string") parts.push(bytesOf(part));
    else parts.push(base.subarray(part, part + Number(patch[++i])));
  }
  return joined(parts);
}

interface Place {
  readonly text: Uint8Array;
  readonly at: number;
}

function commonLength(base: Uint8Array, from: number, { text, at }: Place): number {
  const most = Math.min(base.length - from, text.length - at);
  let length = 0;
  while (length < most && base[from + length] === text[at + length]) length++;
  return length;
}

function commonEnd(a: Uint8Array, b: Uint8Array): number {
  const most = Math.min(a.length, b.length);
  let length = 0;
  while (length < most && a[a.length - 1 - length] === b[b.length - 1 - length]) length++;
  return length;
}

/** Where the base goes on like the text; -1: nowhere. */
function nextPlace(base: Uint8Array, from: number, { text, at }: Place): number {
  for (const window of windows) {
    const length = Math.min(window, text.length - at);
    const found = indexOf(base, text.subarray(at, at + length), from);
    if (found !== -1) return found;
    if (length < window) break;
  }
  return -1;
}

function indexOf(base: Uint8Array, wanted: Uint8Array, from: number): number {
  const first = wanted[0]!;
  for (let at = base.indexOf(first, from); at !== -1; at = base.indexOf(first, at + 1)) {
    if (commonLength(base, at, { text: wanted, at: 0 }) === wanted.length) return at;
  }
  return -1;
}

/** A string that has one character for each byte. */
function characters(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return text;
}

/** The bytes of a string that has one character for each. */
function bytesOf(text: string): Uint8Array {
  return Uint8Array.from(text, (char) => char.charCodeAt(0));
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
