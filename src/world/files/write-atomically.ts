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

/** Replaces a file in one step: readers see either the old content or the new one. */
export function writeFileAtomically(path: string, content: string | Uint8Array, mode = 0o666): void {
  // Replaces the target of a link, not the link.
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
    // The system's error does not name the file.
    throw Object.assign(error as Error, { path });
  }
}

/** Replaces a folder almost in one step: for a moment there is nothing at its path. */
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

/** Removes what a process that was killed while writing has left next to a file or a folder. */
export function removePartials(path: string): void {
  const place = existsSync(path) ? realpathSync(path) : path;
  const pattern = /^\.\d+\.(?:partial|replaced)$/;
  for (const name of readdirSync(dirname(place))) {
    const isPartial = name.startsWith(basename(place)) && pattern.test(name.slice(basename(place).length));
    if (isPartial) rmSync(join(dirname(place), name), { recursive: true, force: true });
  }
}
