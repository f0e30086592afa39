import { resolve } from "node:path";
import type { CommandHelp, Option } from "../application/words.ts";
import { UserError } from "../core/user-error.ts";
import type { Roots } from "./roots.ts";

/** A command of the command line, with the actions that have options of their own. */
export interface StartableCommand extends CommandHelp {
  readonly actions?: readonly CommandHelp[];
}

/** What a client wants to be run. */
export interface WantedRun {
  readonly folder: string;
  /** Options and other words before `--`. */
  readonly args: readonly string[];
  /** The words after `--`. */
  readonly test?: readonly string[] | undefined;
}

/** Options that make no sense without a person at a terminal. */
const refused: Readonly<Record<string, string>> = {
  watch: "--watch never ends: run why again after each edit instead.",
  ask: "--ask needs a person to answer: run that in a terminal.",
};

/** The words of the command line for a run. Refuses those that name a file outside of the roots. */
export function runWords(command: StartableCommand, { folder, args, test }: WantedRun, roots: Roots): string[] {
  if (args.includes("--")) throw new UserError("Give the words after -- as test, and those before it as args.");
  const options = [command, ...(command.actions ?? [])].flatMap((each) => each.options);
  for (const word of args) {
    const reason = refused[word.replace(/^--?/, "").replace(/=.*/s, "")];
    if (word.startsWith("-") && reason !== undefined) throw new UserError(reason);
  }
  for (const path of possiblePaths(args, options)) roots.check(resolve(folder, path), path);
  const quiet = command.options.some(({ name }) => name === "quiet") && !args.includes("--quiet") ? ["--quiet"] : [];
  return [command.name, ...args, ...quiet, ...(test === undefined ? [] : ["--", ...test])];
}

/**
 * Everything among the words that might name a file. Words that are no paths, such as revisions and numbers, do no harm: taken for
 * paths, they are inside. Only shell commands are left out; like the test, they may do whatever the user may.
 */
function possiblePaths(args: readonly string[], options: readonly Option[]): string[] {
  const isShell = (word: string | undefined) =>
    options.some(({ name, value }) => (value === "CMD" || value === "COMMAND") && word === `--${name}`);
  return args.flatMap((word, i) => {
    if (isShell(args[i - 1]) || isShell(word.replace(/=.*/s, ""))) return [];
    // Lists of paths are separated by commas, and a value may follow its option or a key directly.
    const value = word.slice(word.indexOf("=") + 1);
    return [word, value, ...word.split(/[,=]/)].filter((part) => part !== "" && !part.startsWith("-"));
  });
}
