import type { Sources } from "../conclude/sources.ts";
import type { SourceLine } from "../finding.ts";

/** Lines shown before and after the marked one. */
const contextLines = 2;
const maxLineLength = 200;

/** A line with those around it; undefined: there is no such file or line. */
export function excerptAt(sources: Sources, file: string, line: number): SourceLine[] | undefined {
  const lines = sources.get(file) ?? [];
  if (line < 1 || line > lines.length) return undefined;
  const first = Math.max(1, line - contextLines);
  return lines.slice(first - 1, line + contextLines).map((text, i) => ({
    line: first + i,
    text: text.length > maxLineLength ? `${text.slice(0, maxLineLength)}…` : text,
    marked: first + i === line,
  }));
}
