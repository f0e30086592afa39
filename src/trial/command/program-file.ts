import { accessSync, closeSync, constants, existsSync, openSync, readSync, statSync } from "node:fs";
import { constants as system } from "node:os";
import { delimiter, join, resolve } from "node:path";
import { commandLine } from "../../core/command-line.ts";
import { UserError } from "../../core/user-error.ts";
import { startError } from "../process/start-error.ts";

/** A command that may start with `env`, and the program that is started in the end. */
export interface EnvCommand {
  /** `env` with its options and assignments; empty: the command does not start with `env`. */
  readonly env: readonly string[];
  readonly command: readonly string[];
}

const optionsWithValue = new Set(["-u", "--unset", "-C", "--chdir"]);
const assignment = /^[A-Za-z_]\w*=/;

export function splitEnv(words: readonly string[]): EnvCommand {
  if (!/^(?:.*\/)?env$/.test(words[0] ?? "")) return { env: [], command: words };
  let end = 1;
  while (words[end]?.startsWith("-")) end += optionsWithValue.has(words[end]!) ? 2 : 1;
  while (assignment.test(words[end] ?? "")) end++;
  return { env: words.slice(0, end), command: words.slice(end) };
}

/** Throws unless the system can find and execute the program of a command. */
export function checkExecutable(words: readonly string[], cwd: string): void {
  const [first = ""] = words;
  if (assignment.test(first) && !executableFile(first, cwd)) {
    const text = commandLine(words);
    throw new UserError(`${text} is not run by a shell: to set a variable, write env ${text}.`);
  }
  const { env, command } = splitEnv(words);
  const [program] = command;
  const changesLookup = env.some((word) => /^(?:PATH=|-C|--chdir)/.test(word));
  if (program === undefined || changesLookup || executableFile(program, cwd)) return;
  const errno = existsSync(resolve(cwd, program)) ? system.errno.EACCES : system.errno.ENOENT;
  const started = { argv: [program], cwd, environment: {}, stdin: undefined, timeLimit: undefined };
  throw new UserError(`The program could not be run: ${startError(started, { step: "exec", errno }).message}.`);
}

/** The program that a script names in its first line: `node` in `#!/usr/bin/env node`. */
export function interpreterOf(program: string, cwd: string): string | undefined {
  const path = executableFile(program, cwd);
  const line = path === undefined ? undefined : /^#!\s*(.*)/.exec(readStart(path))?.[1];
  if (line === undefined) return undefined;
  const words = line.trim().split(/\s+/);
  return splitEnv(words).command[0]?.split("/").at(-1);
}

/** The file that a command starts, looked up as the system does it. */
export function executableFile(program: string, cwd: string): string | undefined {
  const folders = program.includes("/") ? [cwd] : (process.env.PATH ?? "").split(delimiter);
  return folders
    .map((folder) => (program.includes("/") ? resolve(folder, program) : join(folder, program)))
    .find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

const maxFirstLine = 256;

function readStart(path: string): string {
  try {
    const file = openSync(path, "r");
    try {
      const bytes = Buffer.alloc(maxFirstLine);
      return bytes.subarray(0, readSync(file, bytes)).toString("latin1");
    } finally {
      closeSync(file);
    }
  } catch {
    return "";
  }
}
