import { basename } from "node:path";
import { commandLine } from "../../../core/command-line.ts";
import { UserError } from "../../../core/user-error.ts";
import type { Language } from "../request.ts";
import { interpreterOf, launchOf } from "./launch.ts";

/** The two commands, and the folder in which they are started. */
interface Commands {
  readonly pass: readonly string[];
  readonly fail: readonly string[];
  readonly cwd: string;
}

/** The language of a program: the one that was named, or what its commands look like. */
export function languageOf({ pass, fail, cwd }: Commands, named?: string): Language {
  if (named === "node" || named === "python" || named === "gdb") return named;
  if (named !== undefined) throw new UserError(`The language is node, python or gdb (C, C++), not ${named}.`);
  const [ours, other] = [known(pass, cwd), known(fail, cwd)];
  if (ours === other) return ours;
  throw new UserError(
    `The two runs have to be of one program: ${commandLine(pass)} looks like ${ours}, ${commandLine(fail)} like ${other}. --language says which it is.`,
  );
}

function known(words: readonly string[], cwd: string): Language {
  const language = looksLike(words, cwd);
  const [program = ""] = launchOf(words).command;
  if (language === "shell")
    throw new UserError(
      `${commandLine(words)} starts a shell: --language node or --language python says what is run by it. A program in C or C++ has to be given itself.`,
    );
  if (language === "foreign")
    throw new UserError(`Programs run by ${basename(program)} cannot be looked into: give a command with node.`);
  return language;
}

/** Where nothing can be seen of a program, it may be another language than was said. */
export function languageDoubted(words: readonly string[], cwd: string, said: Language): string[] {
  const looks = looksLike(words, cwd);
  if (looks === said || looks === "shell" || looks === "foreign") return [];
  return [`--language says ${said}, and ${commandLine(words)} looks like ${likenesses[looks]}.`];
}

const likenesses: Readonly<Record<Language, string>> = {
  node: "a program run by Node",
  python: "a program in Python",
  gdb: "a compiled program",
};

/** What a command looks like: a shell may start anything, and some run JavaScript without Node. */
function looksLike(words: readonly string[], cwd: string): Language | "shell" | "foreign" {
  const [program = ""] = launchOf(words).command;
  return byName(basename(program)) ?? byName(interpreterOf(program, cwd) ?? "") ?? "gdb";
}

function byName(name: string): Language | "shell" | "foreign" | undefined {
  if (/^(?:deno|bun|bunx)$/.test(name)) return "foreign";
  if (/^(?:node|nodejs|npm|npx|yarn|pnpm|tsx|ts-node)$|\.[cm]?[jt]sx?$/.test(name)) return "node";
  if (/^python[\d.]*$|\.py$/.test(name)) return "python";
  return /^(?:ba|da|z|k|fi)?sh$|\.sh$/.test(name) ? "shell" : undefined;
}
