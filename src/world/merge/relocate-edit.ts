import { newline } from "../../syntax/bytes.ts";
import type { TextEdit } from "../text/edits.ts";

/** Numbers of unchanged lines required around a change, tried in this order. */
const context = [3, 2, 1];

/**
 * Applies a change to the text to which the changed lines have moved: where the same lines are, with those around them, if
 * they are at a single place now and were at a single place `before`. Undefined otherwise.
 */
export function relocate<K>(
  { base, edit }: { readonly base: Uint8Array; readonly edit: TextEdit },
  texts: ReadonlyMap<K, Uint8Array>,
  before: readonly Uint8Array[],
): { readonly key: K; readonly text: Uint8Array } | undefined {
  for (const lines of context) {
    const { start, end } = around(base, edit, lines);
    const wanted = Buffer.from(base.subarray(start, end));
    if (wanted.length === 0) continue;
    const places = [...texts].flatMap(([key, text]) => occurrences(text, wanted).map((at) => ({ key, at })));
    if (places.length > 1 || before.flatMap((text) => occurrences(text, wanted)).length > 1) return undefined;
    const [place] = places;
    if (!place) continue;
    const text = texts.get(place.key)!;
    const [from, to] = [place.at + edit.start - start, place.at + edit.end - start];
    return { key: place.key, text: Buffer.concat([text.subarray(0, from), edit.text, text.subarray(to)]) };
  }
  return undefined;
}

/** The whole lines of a change, with this many lines before and after it. */
function around(base: Uint8Array, { start, end }: TextEdit, lines: number): { start: number; end: number } {
  let from = lineStart(base, start);
  for (let i = 0; i < lines && from > 0; i++) from = lineStart(base, from - 1);
  let to = end > start && base[end - 1] === newline ? end : lineEnd(base, end);
  if (start === end && start === lineStart(base, start)) to = end;
  for (let i = 0; i < lines && to < base.length; i++) to = lineEnd(base, to);
  return { start: from, end: to };
}

function lineStart(bytes: Uint8Array, at: number): number {
  return bytes.lastIndexOf(newline, at - 1) + 1;
}

function lineEnd(bytes: Uint8Array, at: number): number {
  const found = bytes.indexOf(newline, at);
  return found === -1 ? bytes.length : found + 1;
}

function occurrences(text: Uint8Array, wanted: Buffer): number[] {
  const bytes = Buffer.from(text.buffer, text.byteOffset, text.byteLength);
  const found: number[] = [];
  for (let at = bytes.indexOf(wanted); at !== -1; at = bytes.indexOf(wanted, at + 1))
    if (at === 0 || bytes[at - 1] === newline) found.push(at);
  return found;
}
