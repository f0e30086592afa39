import { closeSync, existsSync, mkdirSync, openSync, realpathSync, rmSync, statSync } from "node:fs";
import { basename, dirname, extname, join } from "node:path";
import { UserError } from "../../core/user-error.ts";
import { writeWhole } from "../../world/write-whole.ts";
import type { InputRequest } from "./request.ts";

/** Where the results of a run go. Kept in the record, so that a resumed run writes to the same files. */
export interface OutputPaths {
  readonly failing: string;
  readonly passing?: string;
}

/**
 * Chooses the files for the results and sees that they can be written, before any time is spent. What the user named is
 * replaced; names of our choosing are taken only where there is no such file, and by one run only.
 */
export function reserve(request: InputRequest): OutputPaths {
  const named = namedByUser(request);
  for (const path of Object.values(named ?? {})) refuseInputs(path, request);
  const paths = named ?? besideInput(request);
  mkdirSync(dirname(paths.failing), { recursive: true });
  if (named) return named;
  for (let number = 1, free = paths; ; free = pathOfFurther(paths, ++number)) {
    if (takeNames(Object.values(free))) return free;
  }
}

/** Makes empty files of these names, all or none: false if one is there already. */
function takeNames(paths: readonly string[]): boolean {
  const taken: string[] = [];
  try {
    for (const path of paths) {
      closeSync(openSync(path, "wx"));
      taken.push(path);
    }
    return true;
  } catch (error) {
    for (const path of taken) rmSync(path);
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

/** What is written: the failing text, and the passing one of a pair. */
interface Result {
  readonly failing: Uint8Array;
  readonly passing?: Uint8Array;
}

/** The result of a further cause stands beside the first one's. */
export function pathOfFurther(paths: OutputPaths, number: number): OutputPaths {
  const further = (path: string) => `${withoutExtension(path)}-${number}${extname(path)}`;
  return { failing: further(paths.failing), ...(paths.passing ? { passing: further(paths.passing) } : {}) };
}

export function writeResult(paths: OutputPaths, { failing, passing }: Result, mode: number): void {
  writeWhole(paths.failing, failing, mode);
  if (paths.passing && passing) writeWhole(paths.passing, passing, mode);
}

/** The user named the very file. */
function namedByUser({ goal, output }: InputRequest): OutputPaths | undefined {
  if (output === undefined || isFolder(output)) return undefined;
  if (goal === "simplify") return { failing: output };
  if (!existsSync(output)) return undefined;
  throw new UserError(`--output ${output} is a file, but a pair of results needs a folder: name another one.`);
}

/** Names made from the input's, in the folder that the user named or else beside the input. */
function besideInput({ failing, goal, output }: InputRequest): OutputPaths {
  const name = `${withoutExtension(basename(failing))}.`;
  const path = (which: string) => join(output ?? dirname(failing), `${name}${which}${extname(failing)}`);
  return { failing: path("failing"), ...(goal === "simplify" ? {} : { passing: path("passing") }) };
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

function refuseInputs(path: string, { failing, passing }: InputRequest): void {
  if (!existsSync(path)) return;
  for (const input of [failing, passing]) {
    if (input !== undefined && realpathSync(path) === realpathSync(input)) {
      throw new UserError(`--output ${path} is the input itself, which is never changed: name another file.`);
    }
  }
}

function withoutExtension(path: string): string {
  return path.slice(0, path.length - extname(path).length);
}
