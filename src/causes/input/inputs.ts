import { existsSync, readFileSync, statSync } from "node:fs";
import { basename, isAbsolute, resolve } from "node:path";
import { UserError } from "../../core/user-error.ts";
import { missingProgram } from "../../trial/command/missing-program.ts";
import { resolveTestWords } from "../../trial/command/test-words.ts";
import { contentHash } from "../../world/files/content-hash.ts";
import { readFolder } from "../../world/files/folder.ts";
import { readNamedFile } from "../../world/files/read-named-file.ts";
import type { Unit } from "../../world/text/pieces.ts";
import { countLines, isText } from "../../world/text/text.ts";
import { hashOf, type InputContent, isFolder } from "./content.ts";
import type { InputSetting } from "./input-world.ts";
import type { InputRequest } from "./request.ts";

/** The inputs between which the cause is sought; without a passing one, the empty input passes. */
export interface Inputs {
  readonly failing: InputContent;
  readonly passing: InputContent | undefined;
}

/** Reads an input; messages name it as the user wrote it. */
export function readInput(path: string, written: string): InputContent {
  return readNamedFile(path, written, readFolder);
}

export function hashesOf({ failing, passing }: Inputs): string[] {
  return [failing, ...(passing ? [passing] : [])].map(hashOf);
}

/** Reads the inputs of a request again, which must not have changed since it was made. */
export function readInputs(request: InputRequest): Inputs {
  const inputs = {
    failing: readInput(request.failing, request.failing),
    passing: request.passing === undefined ? undefined : readInput(request.passing, request.passing),
  };
  hashesOf(inputs).forEach((hash, i) => {
    if (hash === request.contents[i]) return;
    const changed = i === 0 ? request.failing : request.passing;
    throw new UserError(`${changed} has changed since the run began, so its outcomes no longer hold: start a new run.`);
  });
  return inputs;
}

export function inputSetting(request: InputRequest): InputSetting {
  const { failing, cwd, test, placeholder, literal } = request;
  if (!literal) refuseMissingProgram(request);
  return {
    failing,
    cwd,
    mode: statSync(failing).mode & 0o777,
    template: resolveTestWords({ words: test, cwd, failing, placeholder, literal }),
  };
}

/**
 * A program named by a path is looked up in the user's folder. The first run would fail without it, too, but its message
 * would name the temporary folder of that run.
 */
function refuseMissingProgram({ test, cwd, placeholder }: InputRequest): void {
  const program = test[0]!;
  if (program === "") throw new UserError("The test starts with an empty word: name the program to run first.");
  if (!program.includes("/") || isAbsolute(program) || program.includes(placeholder)) return;
  const path = resolve(cwd, program);
  if (!existsSync(path)) throw new UserError(missingProgram(program, cwd));
  if (statSync(path).isDirectory()) throw new UserError(`${program} is a folder: name a program to run as the test.`);
}

/** What outcomes depend on besides the candidate: the words of the test, and the files that they name. */
export function inputTestIdentity(
  { failing, test, placeholder, literal }: InputRequest,
  { template }: InputSetting,
): unknown {
  return [basename(failing), test, placeholder, literal, template.files.map((path) => contentHash(readFileSync(path)))];
}

/** The units into which the difference is cut, the coarsest first: as the user chose, or by the content. */
export function unitsFor({ by, goal, causes, search }: InputRequest, failing: InputContent): Unit[] {
  if (isFolder(failing)) return [];
  if (by !== "auto") return [by];
  const units = unitsOf(failing);
  if (goal !== "simplify" || search !== "auto") return units;
  // Passes reduce what is found; a stage before them is only needed to find further causes.
  return causes > 1 ? units.slice(0, 1) : [];
}

/** The finest unit that a result can be minimal in. */
export function finestUnit({ by }: InputRequest, failing: InputContent): Unit {
  if (isFolder(failing)) return failing.entries.every(({ bytes }) => isText(bytes)) ? "characters" : "bytes";
  return by === "auto" ? unitsOf(failing).at(-1)! : by;
}

function unitsOf(bytes: Uint8Array): Unit[] {
  if (!isText(bytes)) return ["bytes"];
  return countLines(bytes) > 1 ? ["lines", "characters"] : ["characters"];
}
