import { accessSync, constants, existsSync, realpathSync, type Stats, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { reasonOf } from "../../core/reason.ts";
import { UserError } from "../../core/user-error.ts";

/** What a run reads, and no result may overwrite. */
export interface NeededFiles {
  readonly inputs: readonly string[];
  /** The words of the test, some of which name files. */
  readonly test: readonly string[];
  readonly cwd: string;
}

/**
 * Checks, before any time is spent, that the file named by an option can be written: it must not overwrite a file that
 * the run needs, and its folder must be writable. The folder itself is created later, when there is something to write.
 */
export function checkWritableFile(path: string, option: string, needed: NeededFiles): void {
  const there = statOf(path);
  if (there?.isDirectory()) throw new UserError(`${option} ${path} is a folder. Give the name of a file.`);
  // /dev/stdout may be a file, but one that is being written already.
  if (/^\/dev\/(?!shm\/)/.test(path) || there?.isFile() === false)
    throw new UserError(`${option} ${path} is a pipe or a device. Give the name of a file.`);
  refuseNeededFiles(path, option, needed);
  checkWritableFolder(dirname(path), `${option} ${path}`);
}

/** Checks that a folder is writable, or can be created. */
export function checkWritableFolder(folder: string, what: string): void {
  let nearest = folder;
  while (!existsSync(nearest)) nearest = dirname(nearest);
  try {
    if (!statSync(nearest).isDirectory()) throw new Error("not a folder");
    accessSync(nearest, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new UserError(`${what} cannot be written (${nearest}: ${reasonOf(error)}). Choose another place.`);
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
  if (named) throw new UserError(`${option} ${path} is ${named}, which is never changed. Choose another file.`);
}

export function statOf(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
}
