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
import { type Folder, writeFolder } from "./folder.ts";

/** Replaces a file in one step: whoever reads it sees the old content or the new one, whatever happens in between. */
export function writeFileAtomically(path: string, content: string | Uint8Array, mode = 0o666): void {
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

/** Replaces a folder, nearly in one step: there is a moment in which it has only its other name. */
export function writeFolderAtomically(path: string, folder: Folder): void {
  const beside = `${path}.${process.pid}.partial`;
  const before = `${path}.${process.pid}.replaced`;
  try {
    rmSync(beside, { recursive: true, force: true });
    writeFolder(beside, folder);
    if (existsSync(path)) renameSync(path, before);
    renameSync(beside, path);
  } catch (error) {
    if (existsSync(before) && !existsSync(path)) renameSync(before, path);
    throw Object.assign(error as Error, { path });
  } finally {
    rmSync(beside, { recursive: true, force: true });
    rmSync(before, { recursive: true, force: true });
  }
}

/** Removes what a process that was killed in the middle of writing has left beside a file or a folder. */
export function removePartials(path: string): void {
  const place = existsSync(path) ? realpathSync(path) : path;
  const pattern = /^\.\d+\.(?:partial|replaced)$/;
  for (const name of readdirSync(dirname(place))) {
    const isPartial = name.startsWith(basename(place)) && pattern.test(name.slice(basename(place).length));
    if (isPartial) rmSync(join(dirname(place), name), { recursive: true, force: true });
  }
}
