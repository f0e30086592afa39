import { newline } from "../../syntax/bytes.ts";
import type { TextEdit } from "../text/edits.ts";

/** Bytes from `start` up to but not including `end`. */
export interface ByteSpan {
  readonly start: number;
  readonly end: number;
}

/** Maximum number of lines by which an edit is moved up or down. */
const maxLines = 30;

/**
 * Inserted or deleted lines can often be chosen differently: `} a {` or `a { }`. Of all the possible places, takes the
 * nearest one that is good.
 */
export function slideEdits(
  edits: readonly TextEdit[],
  base: Uint8Array,
  text: Uint8Array,
  pleases: GoodPlaces,
): TextEdit[] {
  return edits.map((edit, i) => {
    const came = edit.start === edit.end;
    if (came === (edit.text.length === 0)) return edit;
    const span = came ? { start: edit.origin, end: edit.origin + edit.text.length } : edit;
    const [before, after] = [edits[i - 1], edits[i + 1]];
    const limits = came
      ? { start: before ? before.origin + before.text.length : 0, end: after?.origin ?? text.length }
      : { start: before?.end ?? 0, end: after?.start ?? base.length };
    const isFine = came ? pleases.now : pleases.old;
    for (const by of slidesOf(came ? text : base, span, limits)) {
      if (!isFine({ start: span.start + by, end: span.end + by })) continue;
      const [start, end, origin] = [edit.start + by, edit.end + by, edit.origin + by];
      return { start, end, origin, text: came ? text.subarray(origin, origin + edit.text.length) : edit.text };
    }
    return edit;
  });
}

/** Whether a span is a good one to delete from the old text, or to insert into the new one. */
export interface GoodPlaces {
  readonly old: (span: ByteSpan) => boolean;
  readonly now: (span: ByteSpan) => boolean;
}

/** By how many bytes a range of lines can be moved without changing what is left: not at all, then down, then up. */
function* slidesOf(bytes: Uint8Array, { start, end }: ByteSpan, limits: ByteSpan): Generator<number> {
  yield 0;
  let [from, to] = [start, end];
  for (let lines = 0; lines < maxLines; lines++) {
    const length = bytes.indexOf(newline, to) + 1 - to;
    if (length <= 0 || to + length > limits.end || !same(bytes, from, to, length)) break;
    [from, to] = [from + length, to + length];
    yield from - start;
  }
  [from, to] = [start, end];
  for (let lines = 0; lines < maxLines; lines++) {
    const length = from - (from < 2 ? 0 : bytes.lastIndexOf(newline, from - 2) + 1);
    if (length <= 0 || from - length < limits.start || !same(bytes, from - length, to - length, length)) break;
    [from, to] = [from - length, to - length];
    yield from - start;
  }
}

function same(bytes: Uint8Array, a: number, b: number, length: number): boolean {
  return Buffer.compare(bytes.subarray(a, a + length), bytes.subarray(b, b + length)) === 0;
}
