import { closeSync, mkdirSync, openSync, rmSync } from "node:fs";
import { basename, dirname, extname, join, resolve } from "node:path";
import { reasonOf } from "../../core/reason.ts";
import { UserError } from "../../core/user-error.ts";
import { checkWritableFile, checkWritableFolder, type NeededFiles, statOf } from "../../world/files/writable-path.ts";
import { removePartials } from "../../world/files/write-atomically.ts";
import { type InputContent, isFolder, writeInput } from "./content.ts";
import type { InputRequest } from "./request.ts";

/** Where the results of a run go. Saved in the record, so that a resumed run writes to the same files. */
export interface OutputPaths {
  readonly failing: string;
  readonly passing?: string;
}

/** Checks, before any time is spent, that the results can be written where the user wants them. */
export function checkResultPaths(request: InputRequest): void {
  if (request.folder && request.output && `${resolve(request.output)}/`.startsWith(`${request.failing}/`))
    throw new UserError(`--output ${request.output} is inside the input, which is never changed: name another place.`);
  const named = namedByUser(request);
  if (named) checkWritableFile(named.failing, "--output", neededFiles(request));
  else if (request.output) checkWritableFolder(request.output, `--output ${request.output}`);
  else checkWritableFolder(dirname(request.failing), "Without --output the result goes beside the input, but it");
}

function neededFiles({ failing, passing, test, cwd }: InputRequest): NeededFiles {
  return { inputs: passing === undefined ? [failing] : [failing, passing], test, cwd };
}

/**
 * Chooses the files for the results and writes the first ones. A file that the user named is replaced; a name that we
 * choose must be free, and only one run gets it.
 */
export function reserveOutput(request: InputRequest, first: Result, mode: number): OutputPaths {
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
  const kind = isFolder(result.failing) ? "folder" : "file";
  for (let number = 2; !takeNames(Object.values(free), kind); number++) free = furtherPaths(wanted, number);
  try {
    writeResult(free, result, mode);
    return free;
  } catch (error) {
    removeResult(free);
    throw error;
  }
}

/** Makes empty files or folders of these names, all or none; false if one exists already. */
function takeNames(paths: readonly string[], kind: "file" | "folder"): boolean {
  const taken: string[] = [];
  try {
    for (const path of paths) {
      if (kind === "folder") mkdirSync(path);
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
  readonly failing: InputContent;
  readonly passing?: InputContent;
}

/** The result of a further cause goes beside that of the first. */
export function furtherPaths(paths: OutputPaths, number: number): OutputPaths {
  const further = (path: string) =>
    path.endsWith(".failing") ? `${path}-${number}` : `${withoutExtension(path)}-${number}${extname(path)}`;
  return { failing: further(paths.failing), ...(paths.passing ? { passing: further(paths.passing) } : {}) };
}

/** Removes what was written so far, where the run turns out to have no result. */
export function removeResult(paths: OutputPaths): void {
  for (const path of Object.values(paths)) rmSync(path, { recursive: true, force: true });
}

/** Removes the partial files of a session that was killed while it wrote. */
export function removeLeftovers(paths: OutputPaths): void {
  for (const path of Object.values(paths)) if (statOf(dirname(path))) removePartials(path);
}

export function writeResult(paths: OutputPaths, { failing, passing }: Result, mode: number): void {
  writeInput(paths.failing, failing, mode);
  if (paths.passing && passing) writeInput(paths.passing, passing, mode);
}

/** The file itself, where --output names one; undefined where it names a folder for the results, or nothing. */
function namedByUser({ goal, output, folder }: InputRequest): OutputPaths | undefined {
  if (output === undefined || statOf(output)?.isDirectory()) return undefined;
  // A folder that does not exist yet becomes the result; one that exists is the user's, and the result goes inside it.
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
