import { constants, cpSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";

/** Copies so that writing to the copy does not change the original; the file system may share what is equal. */
export function copy(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  const share = { mode: constants.COPYFILE_FICLONE };
  cpSync(from, to, {
    ...share,
    recursive: true,
    verbatimSymlinks: true,
    preserveTimestamps: true,
    errorOnExist: false,
  });
}
