import { resolve } from "node:path";
import { sourceLines } from "../../../world/files/source-lines.ts";
import type { SourceLine } from "../finding.ts";

/** Lines before and after the one that is meant. */
const around = 2;
const longest = 200;

/** The line at a place with those around it; undefined where the source cannot be read, or has no such line. */
export function excerptAt(file: string, line: number, cwd: string): SourceLine[] | undefined {
  const lines = sourceLines(resolve(cwd, file));
  if (line < 1 || line > lines.length) return undefined;
  const first = Math.max(1, line - around);
  return lines.slice(first - 1, line + around).map((text, i) => ({
    line: first + i,
    text: text.length > longest ? `${text.slice(0, longest)}…` : text,
    marked: first + i === line,
  }));
}
