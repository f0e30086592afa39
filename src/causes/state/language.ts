import { basename } from "node:path";
import { UserError } from "../../core/user-error.ts";
import type { Language } from "./request.ts";

/** The language of a program: the one that was named, or what its command looks like. */
export function languageOf([program = ""]: readonly string[], named?: string): Language {
  if (named === "node" || named === "python" || named === "gdb") return named;
  if (named !== undefined) throw new UserError(`The language is node, python or gdb (C, C++), not ${named}.`);
  const name = basename(program);
  if (/^(?:node|tsx)$|\.[cm]?[jt]s$/.test(name)) return "node";
  return /^python[\d.]*$|\.py$/.test(name) ? "python" : "gdb";
}
