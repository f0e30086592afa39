import { resolve } from "node:path";
import { UserError } from "../../../core/user-error.ts";
import { splitShellWords } from "../../../trial/shell-words.ts";
import type { StateRequest } from "../request.ts";

/** A program with its words, and the file that it reads on its standard input. */
export interface Started {
  readonly words: readonly string[];
  readonly stdin?: string;
}

const quoted = /'[^']*'|"(?:[^"\\]|\\.)*"|\\./gs;

export function inputsOf(pass: Started, fail: Started): NonNullable<StateRequest["stdin"]> {
  return {
    ...(pass.stdin === undefined ? {} : { pass: pass.stdin }),
    ...(fail.stdin === undefined ? {} : { fail: fail.stdin }),
  };
}

/** Words as in a shell, with `<FILE` for standard input. Undefined where a quote is not closed. */
export function readCommand(text: string, cwd: string): Started | undefined {
  const all = splitShellWords(text);
  if (!all) return undefined;
  const [special] = /[|&;>]+/.exec(text.replace(quoted, "")) ?? [];
  if (special !== undefined)
    throw new UserError(
      `${text} is not run by a shell, and ${special} means nothing: put it into sh -c '…' or a script, and name the --language of what that starts.`,
    );
  const at = all.findLastIndex((word) => word.startsWith("<"));
  if (at === -1) return { words: all };
  const isApart = all[at] === "<";
  const file = isApart ? all[at + 1] : all[at]!.slice(1);
  if (file === undefined) return { words: all };
  return { words: all.toSpliced(at, isApart ? 2 : 1), stdin: resolve(cwd, file) };
}
