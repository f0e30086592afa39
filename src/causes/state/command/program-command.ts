import { resolve } from "node:path";
import { UserError } from "../../../core/user-error.ts";
import { splitShellWords } from "../../../trial/command/shell-words.ts";

/** A program with its arguments, and the file for its standard input. */
export interface ProgramCommand {
  readonly words: readonly string[];
  readonly stdin?: string;
}

const quoted = /'[^']*'|"(?:[^"\\]|\\.)*"|\\./gs;

/** Splits a text into words like a shell, with `<FILE` for standard input. Undefined: a quote is not closed. */
export function parseCommand(text: string, cwd: string): ProgramCommand | undefined {
  const words = splitShellWords(text);
  if (!words) return undefined;
  const [special] = /[|&;>]+/.exec(text.replace(quoted, "")) ?? [];
  if (special !== undefined)
    throw new UserError(
      `${text} is not run by a shell, so ${special} has no meaning there: put it into sh -c '…' or a script, and use --language to say what that starts.`,
    );
  const at = words.findLastIndex((word) => word.startsWith("<"));
  if (at === -1) return { words };
  const isOwnWord = words[at] === "<";
  const file = isOwnWord ? words[at + 1] : words[at]!.slice(1);
  if (file === undefined) return { words };
  return { words: words.toSpliced(at, isOwnWord ? 2 : 1), stdin: resolve(cwd, file) };
}

export function stdinFiles(
  pass: ProgramCommand,
  fail: ProgramCommand,
): { readonly pass?: string; readonly fail?: string } {
  return {
    ...(pass.stdin === undefined ? {} : { pass: pass.stdin }),
    ...(fail.stdin === undefined ? {} : { fail: fail.stdin }),
  };
}
