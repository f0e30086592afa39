import { closeSync, fstatSync, openSync, readSync } from "node:fs";

/** Whole lines of a file from a place on, and the place behind them. */
export interface TailPart {
  readonly text: string;
  readonly next: number;
  /** The file is shorter than before: what was read of it no longer holds. */
  readonly isCut: boolean;
}

/** Maximum number of bytes that are read at once. */
const maxPart = 4_000_000;

/** Reads the lines that were appended to a file since `from`; a line that is still being written waits. */
export function readTail(path: string, from: number, most = maxPart): TailPart {
  let file: number;
  try {
    file = openSync(path, "r");
  } catch {
    return { text: "", next: 0, isCut: from > 0 };
  }
  try {
    const { size } = fstatSync(file);
    if (size < from) return { text: "", next: 0, isCut: true };
    const bytes = Buffer.alloc(Math.min(size - from, most));
    const read = readSync(file, bytes, 0, bytes.length, from);
    const end = bytes.lastIndexOf(0x0a, read - 1) + 1;
    // A line longer than a part is read in a larger one.
    if (end === 0 && read === most) return readTail(path, from, 4 * most);
    return { text: bytes.toString("utf8", 0, end), next: from + end, isCut: false };
  } finally {
    closeSync(file);
  }
}
