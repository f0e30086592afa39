import { readFileSync } from "node:fs";
import { filesNamed } from "../../../trial/command/test-words.ts";
import type { StateDifference } from "../compare/differences.ts";
import { programOf, type StateRequest, type WhichRun } from "../request.ts";

/** The input of each run as text: its arguments, and the files that only its command names. */
export interface InputTexts {
  readonly pass: string;
  readonly fail: string;
}

export function readInputTexts(request: StateRequest): InputTexts {
  const [pass, fail] = [filesOf(request, "pass"), filesOf(request, "fail")];
  const textOf = (words: readonly string[], files: readonly string[], others: readonly string[]) =>
    [...words, ...files.filter((file) => !others.includes(file)).map(readText)].join("\n");
  return { pass: textOf(request.pass, pass, fail), fail: textOf(request.fail, fail, pass) };
}

function filesOf(request: StateRequest, which: WhichRun): string[] {
  const { command, stdin } = programOf(request, which);
  return [...filesNamed(command, request.cwd), ...(stdin === undefined ? [] : [stdin])];
}

function readText(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

/** Whether each run has a text there that is a copy from its own input, and at least one of them is not in the other's input. */
export function isCopiedFromInput({ old, new: now, whole }: StateDifference, { pass, fail }: InputTexts): boolean {
  const [passing, failing] = [unquote(whole?.old ?? old), unquote(whole?.new ?? now)];
  const isCopied =
    (passing === undefined ? old === undefined : occursIn(passing, pass)) &&
    (failing === undefined ? now === undefined : occursIn(failing, fail));
  const isForeign = (text: string | undefined, input: string) => text !== undefined && !occursIn(text, input);
  return isCopied && (isForeign(passing, fail) || isForeign(failing, pass));
}

/** The text of a value in quotes; undefined: it is not a text. */
export function unquote(value: string | undefined): string | undefined {
  const quoted = /^(["'])(.*)\1$/s.exec(value ?? "")?.[2];
  return quoted?.replaceAll(/\\(.)/gs, (_, letter: string) => controls[letter] ?? letter);
}

const controls: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r" };

/** As a whole word. Blank text occurs everywhere. */
export function occursIn(text: string, input: string): boolean {
  if (text.trim() === "") return true;
  const isWord = (letter: string | undefined) => letter !== undefined && /\w/.test(letter);
  for (let at = input.indexOf(text); at !== -1; at = input.indexOf(text, at + 1)) {
    const isWholeWord =
      !(isWord(text[0]) && isWord(input[at - 1])) && !(isWord(text.at(-1)) && isWord(input[at + text.length]));
    if (isWholeWord) return true;
  }
  return false;
}
