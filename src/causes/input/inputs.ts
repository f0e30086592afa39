import { readFileSync, statSync } from "node:fs";
import { basename } from "node:path";
import { UserError } from "../../core/user-error.ts";
import { readTest } from "../../trial/test-words.ts";
import { contentHash } from "../../world/content.ts";
import type { Unit } from "../../world/pieces.ts";
import { countLines, isText } from "../../world/text.ts";
import type { Setting } from "./input-world.ts";
import type { InputRequest } from "./request.ts";

/** The texts between which the cause is sought; no passing one means nothing at all. */
export interface Inputs {
  readonly failing: Uint8Array;
  readonly passing: Uint8Array | undefined;
}

export const nothing = new Uint8Array();

/** Reads an input that the user named. */
export function readInput(path: string, written: string): Uint8Array {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat === undefined) throw new UserError(`There is no file ${written}.`);
  if (stat.isDirectory()) throw new UserError(`${written} is a folder: culprit input takes one file.`);
  try {
    return readFileSync(path);
  } catch (error) {
    throw new UserError(`Cannot read ${written}: ${(error as Error).message}.`);
  }
}

export function hashesOf({ failing, passing }: Inputs): string[] {
  return [failing, ...(passing ? [passing] : [])].map(contentHash);
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
  return {
    failing,
    cwd,
    mode: statSync(failing).mode & 0o777,
    template: readTest({ words: test, cwd, failing, placeholder, literal }),
  };
}

/** All that an outcome depends on besides the candidate: the test's words and the files that they name. */
export function testIdentity({ failing, test, placeholder, literal }: InputRequest, { template }: Setting): unknown {
  return [basename(failing), test, placeholder, literal, template.files.map((path) => contentHash(readFileSync(path)))];
}

/** Into what the input is cut, the coarsest first: as the user says, or by its content. */
export function unitsFor({ by }: InputRequest, failing: Uint8Array): Unit[] {
  if (by !== "auto") return [by];
  if (!isText(failing)) return ["bytes"];
  return countLines(failing) > 1 ? ["lines", "characters"] : ["characters"];
}
