import { accessSync, closeSync, constants, openSync, readSync, statSync } from "node:fs";
import { constants as system } from "node:os";
import { delimiter, join, resolve } from "node:path";
import { commandLine } from "../../../core/command-line.ts";
import { UserError } from "../../../core/user-error.ts";
import { startError } from "../../../trial/start-error.ts";

/** A command as `env` reads it: what it sets, and the program that it starts then. */
export interface Launch {
  /** `env` and its words; none: the program is started as it stands. */
  readonly before: readonly string[];
  readonly command: readonly string[];
}

const withValue = new Set(["-u", "--unset", "-C", "--chdir"]);
const assignment = /^[A-Za-z_]\w*=/;

export function launchOf(words: readonly string[]): Launch {
  if (!/^(?:.*\/)?env$/.test(words[0] ?? "")) return { before: [], command: words };
  let end = 1;
  while (words[end]?.startsWith("-")) end += withValue.has(words[end]!) ? 2 : 1;
  while (assignment.test(words[end] ?? "")) end++;
  return { before: words.slice(0, end), command: words.slice(end) };
}

/** Sees that there is such a program, before anything is run. */
export function seeThatStartable(words: readonly string[], cwd: string): void {
  const [first = ""] = words;
  if (assignment.test(first) && !fileOf(first, cwd))
    throw new UserError(`No shell runs ${commandLine(words)}: to set a variable, write env ${commandLine(words)}.`);
  const { before, command } = launchOf(words);
  const [program] = command;
  // What it sets may be where programs are found.
  if (program === undefined || before.some((word) => /^(?:PATH=|-C|--chdir)/.test(word)) || fileOf(program, cwd))
    return;
  const errno = isThere(resolve(cwd, program)) ? system.errno.EACCES : system.errno.ENOENT;
  const why = startError(
    { argv: [program], cwd, environment: {}, stdin: undefined, timeLimit: undefined },
    "exec",
    errno,
  );
  throw new UserError(`The program could not be run: ${why.message}.`);
}

/** The file that a command starts, as the system finds it; undefined: none. */
function fileOf(program: string, cwd: string): string | undefined {
  const folders = program.includes("/") ? [cwd] : (process.env.PATH ?? "").split(delimiter);
  return folders
    .map((folder) => (program.includes("/") ? resolve(folder, program) : join(folder, program)))
    .find(canRun);
}

function canRun(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

function isThere(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined;
}

/** The program that a script names in its first line: `node`, of `#!/usr/bin/env node`. */
export function interpreterOf(program: string, cwd: string): string | undefined {
  const path = fileOf(program, cwd);
  const line = path === undefined ? undefined : /^#!\s*(.*)/.exec(beginningOf(path))?.[1];
  if (line === undefined) return undefined;
  const words = line.trim().split(/\s+/);
  return launchOf(words).command[0]?.split("/").at(-1);
}

const longestLine = 256;

function beginningOf(path: string): string {
  try {
    const file = openSync(path, "r");
    try {
      const bytes = Buffer.alloc(longestLine);
      return bytes.subarray(0, readSync(file, bytes)).toString("latin1");
    } finally {
      closeSync(file);
    }
  } catch {
    return "";
  }
}
