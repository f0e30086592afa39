import { basename } from "node:path";
import { interpreterOf, splitEnv } from "./program-file.ts";

/** Whether the first process of a command is Python itself. */
export function startsPython(words: readonly string[], cwd: string): boolean {
  const [program = ""] = splitEnv(words).command;
  return [basename(program), interpreterOf(program, cwd) ?? ""].some((name) => /^python[\d.]*$/.test(name));
}
