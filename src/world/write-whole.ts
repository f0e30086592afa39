import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";

/** Replaces a file in one step: whoever reads it sees the old content or the new one, whatever happens in between. */
export function writeWhole(path: string, content: string | Uint8Array, mode = 0o666): void {
  // What a link leads to is replaced, not the link.
  const place = existsSync(path) ? realpathSync(path) : path;
  const beside = `${place}.${process.pid}.partial`;
  try {
    const file = openSync(beside, "w", mode);
    try {
      writeFileSync(file, content);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(beside, place);
  } catch (error) {
    rmSync(beside, { force: true });
    // The system does not say what was being written.
    throw Object.assign(error as Error, { path });
  }
}

/** Removes what a process that was killed in the middle of `writeWhole` has left beside a file. */
export function removePartials(path: string): void {
  const place = existsSync(path) ? realpathSync(path) : path;
  const pattern = /^\.\d+\.partial$/;
  for (const name of readdirSync(dirname(place))) {
    const isPartial = name.startsWith(basename(place)) && pattern.test(name.slice(basename(place).length));
    if (isPartial) rmSync(join(dirname(place), name), { force: true });
  }
}
