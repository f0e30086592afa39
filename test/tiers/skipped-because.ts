import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

declare module "vitest" {
  interface TaskMeta {
    /** Why a test is skipped; the reporter prints it. */
    skipReason?: string;
  }
}

/** Options of a test or a suite: skips it if there is a reason, and reports the reason. */
export function skippedBecause(reason: string | undefined): { skip?: true; meta?: { skipReason: string } } {
  return reason === undefined ? {} : { skip: true, meta: { skipReason: reason } };
}

/** Why a test that needs a command cannot run here; undefined if it can. */
export function missing(command: string): string | undefined {
  const folders = command.startsWith("/") ? [""] : (process.env.PATH ?? "").split(delimiter);
  return folders.some((folder) => isExecutable(join(folder, command))) ? undefined : `${command} is not installed`;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
