import { closeSync, mkdirSync, openSync, rmSync } from "node:fs";
import { basename, dirname, extname, join, resolve } from "node:path";
import { reasonOf } from "../../core/reason.ts";
import { UserError } from "../../core/user-error.ts";
import { checkWritableFile, checkWritableFolder, type NeededFiles, statOf } from "../../world/files/writable-path.ts";
import { removePartials } from "../../world/files/write-atomically.ts";
import { type Content, isFolder, put } from "./content.ts";
import type { InputRequest } from "./request.ts";

/** Where the results of a run go. Kept in the record, so that a resumed run writes to the same files. */
export interface OutputPaths {
  readonly failing: string;
  readonly passing?: string;
}

export function neededFiles({ failing, passing, test, cwd }: InputRequest): NeededFiles {
  return { inputs: passing === undefined ? [failing] : [failing, passing], test, cwd };
}

/** Sees that the results can be written where the user wants them, before any time is spent. */
export function checkOutput(request: InputRequest): void {
  if (request.folder && request.output && `${resolve(request.output)}/`.startsWith(`${request.failing}/`))
    throw new UserError(`--output ${request.output} is inside the input, which is never changed: name another place.`);
  const named = namedByUser(request);
  if (named) checkWritableFile(named.failing, "--output", neededFiles(request));
  else if (request.output) checkWritableFolder(request.output, `--output ${request.output}`);
  else checkWritableFolder(dirname(request.failing), "Without --output the result goes beside the input, but it");
}

/**
 * Chooses the files for the results and writes the first ones. What the user named is replaced; names of our choosing
 * are taken only where there is no such file, and by one run only.
 */
export function reserve(request: InputRequest, first: Result, mode: number): OutputPaths {
  const named = namedByUser(request);
  const wanted = named ?? besideInput(request);
  try {
    mkdirSync(dirname(wanted.failing), { recursive: true });
    if (named) writeResult(named, first, mode);
    return named ?? writeToFreeNames(wanted, first, mode);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOSPC") throw error;
    throw new UserError(
      `Cannot write the result to ${wanted.failing}: ${reasonOf(error)}. Name another place with --output.`,
    );
  }
}

/** Writes to the wanted names, or to the first numbered ones that are free. */
export function writeToFreeNames(wanted: OutputPaths, result: Result, mode: number): OutputPaths {
  let free = wanted;
  const folder = isFolder(result.failing);
  for (let number = 2; !takeNames(Object.values(free), folder); number++) free = pathOfFurther(wanted, number);
  try {
    writeResult(free, result, mode);
    return free;
  } catch (error) {
    withdraw(free);
    throw error;
  }
}

/** Makes empty files or folders of these names, all or none: false if one is there already. */
function takeNames(paths: readonly string[], folder: boolean): boolean {
  const taken: string[] = [];
  try {
    for (const path of paths) {
      if (folder) mkdirSync(path);
      else closeSync(openSync(path, "wx"));
      taken.push(path);
    }
    return true;
  } catch (error) {
    for (const path of taken) rmSync(path, { recursive: true });
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

/** What is written: the failing input, and the passing one of a pair. */
export interface Result {
  readonly failing: Content;
  readonly passing?: Content;
}

/** The result of a further cause stands beside the first one's. */
export function pathOfFurther(paths: OutputPaths, number: number): OutputPaths {
  const further = (path: string) =>
    path.endsWith(".failing") ? `${path}-${number}` : `${withoutExtension(path)}-${number}${extname(path)}`;
  return { failing: further(paths.failing), ...(paths.passing ? { passing: further(paths.passing) } : {}) };
}

/** Takes back the results of a run that found none. */
export function withdraw(paths: OutputPaths): void {
  for (const path of Object.values(paths)) rmSync(path, { recursive: true, force: true });
}

/** Removes what a session that was killed while it wrote has left beside the results. */
export function removeLeftovers(paths: OutputPaths): void {
  for (const path of Object.values(paths)) if (statOf(dirname(path))) removePartials(path);
}

export function writeResult(paths: OutputPaths, { failing, passing }: Result, mode: number): void {
  put(paths.failing, failing, mode);
  if (paths.passing && passing) put(paths.passing, passing, mode);
}

/** The user named the very file. */
function namedByUser({ goal, output, folder }: InputRequest): OutputPaths | undefined {
  if (output === undefined || statOf(output)?.isDirectory()) return undefined;
  // A folder that is not there yet becomes the result; one that is there is the user's and only gets the result inside.
  if (folder) return { failing: output.replace(/\/+$/, "") };
  if (output.endsWith("/")) return undefined;
  if (goal === "simplify") return { failing: output };
  if (!statOf(output)) return undefined;
  throw new UserError(`--output ${output} is a file, but a pair of results needs a folder: name another one.`);
}

/** Names made from the input's, in the folder that the user named or else beside the input. */
function besideInput({ failing, goal, output }: InputRequest): OutputPaths {
  const name = `${withoutExtension(basename(failing))}.`;
  const path = (which: string) => join(output ?? dirname(failing), `${name}${which}${extname(failing)}`);
  return { failing: path("failing"), ...(goal === "simplify" ? {} : { passing: path("passing") }) };
}

function withoutExtension(path: string): string {
  return path.slice(0, path.length - extname(path).length);
}
