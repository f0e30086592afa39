import { existsSync, readFileSync, statSync } from "node:fs";
import { basename, isAbsolute, resolve } from "node:path";
import { UserError } from "../../core/user-error.ts";
import { resolveTestWords } from "../../trial/test-words.ts";
import { contentHash } from "../../world/files/content-hash.ts";
import { readFolder } from "../../world/files/folder.ts";
import { readNamedFile } from "../../world/files/read-named-file.ts";
import type { Unit } from "../../world/text/pieces.ts";
import { countLines, isText } from "../../world/text/text.ts";
import { type Content, hashOf, isFolder } from "./content.ts";
import type { Setting } from "./input-world.ts";
import type { InputRequest } from "./request.ts";

/** The texts between which the cause is sought; no passing one means nothing at all. */
export interface Inputs {
  readonly failing: Content;
  readonly passing: Content | undefined;
}

/** Reads an input that the user named. */
export function readInput(path: string, written: string): Content {
  return readNamedFile(path, written, readFolder);
}

export function hashesOf({ failing, passing }: Inputs): string[] {
  return [failing, ...(passing ? [passing] : [])].map(hashOf);
}

/** Reads the inputs of a request, which must still be what they were when it was made. */
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

export function settingOf(request: InputRequest): Setting {
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
 * A program named by a path is sought where the user stands. That it is missing would show at the first run too, but
 * only as missing from the folder of that run, which says nothing to anybody.
 */
function refuseMissingProgram({ test, cwd, placeholder }: InputRequest): void {
  const program = test[0]!;
  if (program === "") throw new UserError("The test starts with an empty word: name the program to run first.");
  if (!program.includes("/") || isAbsolute(program) || program.includes(placeholder)) return;
  const path = resolve(cwd, program);
  if (!existsSync(path)) throw new UserError(`There is no file ${program} in ${cwd} to run as the test.`);
  if (statSync(path).isDirectory()) throw new UserError(`${program} is a folder: name a program to run as the test.`);
}

/** All that an outcome depends on besides the candidate: the test's words and the files that they name. */
export function testIdentity({ failing, test, placeholder, literal }: InputRequest, { template }: Setting): unknown {
  return [basename(failing), test, placeholder, literal, template.files.map((path) => contentHash(readFileSync(path)))];
}

/** Into what the difference is cut, the coarsest first: as the user says, or by its content. */
export function unitsFor({ by, goal, causes, search }: InputRequest, failing: Content): Unit[] {
  if (isFolder(failing)) return [];
  if (by !== "auto") return [by];
  const units = unitsOf(failing);
  if (goal !== "simplify" || search !== "auto") return units;
  // What one cut has found is made smaller by passes; the cut is only there to find further causes.
  return causes > 1 ? units.slice(0, 1) : [];
}

/** What a result can be minimal in at best. */
export function finestUnit({ by }: InputRequest, failing: Content): Unit {
  if (isFolder(failing)) return failing.entries.every(({ bytes }) => isText(bytes)) ? "characters" : "bytes";
  return by === "auto" ? unitsOf(failing).at(-1)! : by;
}

function unitsOf(bytes: Uint8Array): Unit[] {
  if (!isText(bytes)) return ["bytes"];
  return countLines(bytes) > 1 ? ["lines", "characters"] : ["characters"];
}
