import { basename } from "node:path";
import { commandLine } from "../../../core/command-line.ts";
import { UserError } from "../../../core/user-error.ts";
import { splitEnv } from "../../../trial/command/program-file.ts";
import { guessLanguage } from "../../../trial/command/program-language.ts";
import type { StateLanguage } from "../request.ts";

/** The two commands, and the folder in which they are started. The passing one may be empty: then it will be found. */
interface Commands {
  readonly pass: readonly string[];
  readonly fail: readonly string[];
  readonly cwd: string;
}

/** The language of the program: the one that the user named, or what the commands look like. */
export function chooseLanguage({ pass, fail, cwd }: Commands, named?: string): StateLanguage {
  if (named !== undefined && Object.hasOwn(descriptions, named)) return named as StateLanguage;
  if (named !== undefined)
    throw new UserError(`The language must be node, python, gdb (C, C++), go or java, not ${named}.`);
  const failing = requireLanguage(fail, cwd);
  const passing = pass.length === 0 ? failing : requireLanguage(pass, cwd);
  if (passing === failing) return passing;
  throw new UserError(
    `Both commands must run the same program, but ${commandLine(pass)} looks like ${descriptions[passing]} and ` +
      `${commandLine(fail)} like ${descriptions[failing]}. Use --language to say which it is.`,
  );
}

function requireLanguage(words: readonly string[], cwd: string): StateLanguage {
  const language = guessLanguage(words, cwd);
  if (language === "shell")
    throw new UserError(
      `${commandLine(words)} starts a shell. Use --language node or --language python to say what the shell runs; a C, C++, Go or Java program must be named directly.`,
    );
  if (language === "unsupported") {
    const [program = ""] = splitEnv(words).command;
    throw new UserError(`Programs run by ${basename(program)} cannot be inspected: give a command that uses node.`);
  }
  return language;
}

/** Why nothing may have been seen of a program: the command looks like another language than `--language` says. */
export function languageDoubts(words: readonly string[], cwd: string, named: StateLanguage): string[] {
  const language = guessLanguage(words, cwd);
  if (language === named || language === "shell" || language === "unsupported") return [];
  return [`--language says ${named}, but ${commandLine(words)} looks like ${descriptions[language]}.`];
}

const descriptions: Readonly<Record<StateLanguage, string>> = {
  node: "a program run by Node",
  python: "a Python program",
  gdb: "a compiled program",
  go: "a Go program",
  java: "a Java program",
};
