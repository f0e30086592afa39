import { readFileSync } from "node:fs";
import { filesNamed } from "../../../trial/test-words.ts";
import type { Difference } from "../compare/differences.ts";
import { runOf, type StateRequest } from "../request.ts";

/** What each of the two runs is given: its words, and the files that only its command names. */
export interface Given {
  readonly pass: string;
  readonly fail: string;
}

export function givenTo(request: StateRequest): Given {
  const [pass, fail] = [filesOf(request, "pass"), filesOf(request, "fail")];
  const textOf = (words: readonly string[], files: readonly string[], others: readonly string[]) =>
    [...words, ...files.filter((file) => !others.includes(file)).map(contentOf)].join("\n");
  return { pass: textOf(request.pass, pass, fail), fail: textOf(request.fail, fail, pass) };
}

function filesOf(request: StateRequest, which: "pass" | "fail"): string[] {
  const { command, stdin } = runOf(request, which);
  return [...filesNamed(command, request.cwd), ...(stdin === undefined ? [] : [stdin])];
}

function contentOf(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

/** Whether a text stands in the input of each run just as it does in the program, and not in both of them: it was only read. */
export function isRead({ old, new: now, whole }: Difference, { pass, fail }: Given): boolean {
  const [before, after] = [textIn(whole?.old ?? old), textIn(whole?.new ?? now)];
  const isThere =
    (before === undefined ? old === "nothing" : occurs(before, pass)) &&
    (after === undefined ? now === "nothing" : occurs(after, fail));
  const isNew = (text: string | undefined, other: string) => text !== undefined && !occurs(text, other);
  return isThere && (isNew(before, fail) || isNew(after, pass));
}

/** What stands between quotes; undefined: it is no text. */
function textIn(value: string): string | undefined {
  const quoted = /^(["'])(.*)\1$/s.exec(value)?.[2];
  return quoted?.replaceAll(/\\(.)/gs, (_, letter: string) => controls[letter] ?? letter);
}

const controls: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r" };

/** Not in the midst of a word. An empty line may be anywhere. */
function occurs(text: string, input: string): boolean {
  if (text.trim() === "") return true;
  const isWord = (letter: string | undefined) => letter !== undefined && /\w/.test(letter);
  for (let at = input.indexOf(text); at !== -1; at = input.indexOf(text, at + 1)) {
    const isApart =
      !(isWord(text[0]) && isWord(input[at - 1])) && !(isWord(text.at(-1)) && isWord(input[at + text.length]));
    if (isApart) return true;
  }
  return false;
}
