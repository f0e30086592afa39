import { accessSync, constants, existsSync, realpathSync, type Stats, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { reasonOf } from "../../core/reason.ts";
import { UserError } from "../../core/user-error.ts";

/** What a run reads and no result may be written over. */
export interface NeededFiles {
  readonly inputs: readonly string[];
  /** The words of the test, of which some name files. */
  readonly test: readonly string[];
  readonly cwd: string;
}

/**
 * Sees, before any time is spent, that a file can be written where an option says: over no file that the run needs, and
 * in a folder where we may write. The folder itself is made later, when there is something to put into it.
 */
export function checkWritableFile(path: string, option: string, needed: NeededFiles): void {
  const there = statOf(path);
  if (there?.isDirectory()) throw new UserError(`${option} ${path} is a folder: name a file.`);
  // /dev/stdout may be a file, but one that is being written already.
  if (/^\/dev\/(?!shm\/)/.test(path) || there?.isFile() === false)
    throw new UserError(`${option} ${path} is a pipe or a device: name a file.`);
  refuseNeededFiles(path, option, needed);
  checkWritableFolder(dirname(path), `${option} ${path}`);
}

/** Sees that we may write in a folder, or make it. */
export function checkWritableFolder(folder: string, what: string): void {
  let nearest = folder;
  while (!existsSync(nearest)) nearest = dirname(nearest);
  try {
    if (!statSync(nearest).isDirectory()) throw new Error("not a folder");
    accessSync(nearest, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new UserError(`${what} cannot be written (${nearest}: ${reasonOf(error)}): name another place.`);
  }
}

function refuseNeededFiles(path: string, option: string, { inputs, test, cwd }: NeededFiles): void {
  if (!existsSync(path)) return;
  const isThis = (other: string) => existsSync(other) && realpathSync(other) === realpathSync(path);
  const named = inputs.some(isThis)
    ? "the input itself"
    : test.some((word) => isThis(resolve(cwd, word)))
      ? "a file that the test needs"
      : undefined;
  if (named) throw new UserError(`${option} ${path} is ${named}, which is never changed: name another file.`);
}

export function statOf(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
}
