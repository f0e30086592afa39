import { partitionPoint } from "../../core/partition-point.ts";
import { newline } from "../../syntax/bytes.ts";

/** Whether the bytes are UTF-8 text: no byte out of place, and no NUL, which no text has. */
export function isText(bytes: Uint8Array): boolean {
  if (bytes.includes(0)) return false;
  try {
    new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** How many lines the bytes have; a last one without its end counts. */
export function countLines(bytes: Uint8Array): number {
  let lines = 0;
  for (let at = bytes.indexOf(newline); at !== -1; at = bytes.indexOf(newline, at + 1)) lines++;
  return bytes.length > 0 && bytes.at(-1) !== newline ? lines + 1 : lines;
}

const newlines = new WeakMap<Uint8Array, Uint32Array>();

/** The line in which a place of a text is, from 1 on. Where its lines end is found once for each text. */
export function lineAt(bytes: Uint8Array, place: number): number {
  let ends = newlines.get(bytes);
  if (!ends) {
    const found: number[] = [];
    for (let at = bytes.indexOf(newline); at !== -1; at = bytes.indexOf(newline, at + 1)) found.push(at);
    ends = Uint32Array.from(found);
    newlines.set(bytes, ends);
  }
  return partitionPoint(ends, (end) => end < place) + 1;
}
