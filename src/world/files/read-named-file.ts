import { readFileSync } from "node:fs";
import { devNull } from "node:os";
import { reasonOf } from "../../core/reason.ts";
import { UserError } from "../../core/user-error.ts";
import { statIfThere } from "./stat-if-there.ts";

/** Reads a file that the user named; `folder` is called if it is a folder. */
export function readNamedFile<T>(path: string, written: string, folder: (path: string) => T): Uint8Array | T {
  if (written === "") throw new UserError("The name of the input is empty. Give the name of a file.");
  try {
    const stat = statIfThere(path);
    if (stat === undefined) throw new UserError(`There is no file ${written}.`);
    if (stat.isDirectory()) return folder(path);
    if (!stat.isFile() && path !== devNull)
      throw new UserError(
        `${written} is a pipe or a device, but the input is read more than once. Save it to a file and give that.`,
      );
    return readFileSync(path);
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw new UserError(`Cannot read ${written}: ${reasonOf(error)}.`);
  }
}
