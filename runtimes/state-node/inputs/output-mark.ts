import { fstatSync, writeSync } from "node:fs";

const standardOutput = 1;

/**
 * Which file or pipe standard output is; undefined: it is closed. Not by plain numbers: after those of a pipe or socket, `require` does
 * not follow links any more (nodejs/node#51142).
 */
export function outputIdentity(): string | undefined {
  try {
    const { dev, ino } = fstatSync(standardOutput, { bigint: true });
    return `${dev} ${ino}`;
  } catch {
    return undefined;
  }
}

/**
 * Marks, in what the program prints, where it came to the place. `identity` is that of the output at the start: a file that the program
 * has put in its place must stay as it is. Node writes to files and pipes at once, so nothing is in a buffer.
 */
export function writeMark(mark: string, identity: string | undefined): void {
  if (identity === undefined || outputIdentity() !== identity) return;
  for (let left = Buffer.from(`${mark}0;`); left.length > 0; ) left = left.subarray(written(left));
}

/** How many bytes were written: a pipe may be full for a moment. */
function written(bytes: Buffer): number {
  try {
    return writeSync(standardOutput, bytes);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EAGAIN") throw error;
    return 0;
  }
}
