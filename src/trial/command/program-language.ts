import { basename } from "node:path";
import { isGoProgram } from "./go-program.ts";
import { executableFile, interpreterOf, splitEnv } from "./program-file.ts";

/** The languages whose programs can be inspected and changed; `gdb` stands for C and C++. */
export type ProgramLanguage = "node" | "gdb" | "python" | "go" | "java";

/** A shell may start anything, and Deno and Bun run JavaScript without Node. */
export type LanguageGuess = ProgramLanguage | "shell" | "unsupported";

/** The language of the program that a command starts, by its name or its first line. */
export function guessLanguage(words: readonly string[], cwd: string): LanguageGuess {
  const [program = ""] = splitEnv(words).command;
  return (
    languageByName(basename(program)) ?? languageByName(interpreterOf(program, cwd) ?? "") ?? compiledFrom(program, cwd)
  );
}

function compiledFrom(program: string, cwd: string): ProgramLanguage {
  const path = executableFile(program, cwd);
  return path !== undefined && isGoProgram(path) ? "go" : "gdb";
}

function languageByName(name: string): LanguageGuess | undefined {
  if (/^(?:deno|bun|bunx)$/.test(name)) return "unsupported";
  if (/^(?:node|nodejs|npm|npx|yarn|pnpm|tsx|ts-node|vitest|jest|mocha)$|\.[cm]?[jt]sx?$/.test(name)) return "node";
  if (/^(?:python[\d.]*|pytest|py\.test|uv|poetry|pipenv|hatch|pdm)$|\.py$/.test(name)) return "python";
  if (/^java$/.test(name)) return "java";
  return /^(?:ba|da|z|k|fi)?sh$|\.sh$/.test(name) ? "shell" : undefined;
}
