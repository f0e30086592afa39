import { accessSync, constants, existsSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { contentHash } from "../../world/files/content-hash.ts";

/** The folder for the records of runs made in a folder: in it or, if that is read-only, among the user's own files. */
export function recordsFolder(cwd: string): string {
  const here = join(cwd, ".culprit");
  if (existsSync(here) || isWritable(cwd)) return here;
  const state = process.env.XDG_STATE_HOME ?? join(homedir(), ".local", "state");
  return join(state, "culprit", contentHash(cwd).slice(0, 16));
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
