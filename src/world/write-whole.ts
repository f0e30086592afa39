import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from "node:fs";

/** Replaces a file in one step: whoever reads it sees the old content or the new one, whatever happens in between. */
export function writeWhole(path: string, content: string | Uint8Array, mode = 0o666): void {
  const beside = `${path}.${process.pid}.partial`;
  try {
    const file = openSync(beside, "w", mode);
    try {
      writeFileSync(file, content);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(beside, path);
  } catch (error) {
    rmSync(beside, { force: true });
    throw error;
  }
}
