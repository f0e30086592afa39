import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { stripVTControlCharacters } from "node:util";

/** A line of a file, by its absolute path. */
export interface NamedLine {
  readonly file: string;
  readonly line: number;
}

/** As in `File "/p/a.py", line 3`, `src/a.py:3: IndexError` and `at f (/p/a.js:3:12)`. */
const mention =
  /File "(?<quoted>[^"\n]+)", line (?<inQuoted>\d+)|(?<![^\s"'`()<>[\],])(?<path>[^\s"'`()<>[\],]+?):(?<inPath>\d+)(?<column>:\d+)?(?!\d|: \w*Warning\b)/g;

/**
 * The lines that an error names, each once, the one at which it was raised first. Stacks with columns (JavaScript, sanitizers) begin
 * with it, those without (Python) end with it. Warnings are no errors.
 */
export function namedLines(text: string, cwd: string): NamedLine[] {
  const found = [...stripVTControlCharacters(text).matchAll(mention)].map(({ groups = {} }) => ({
    file: absolutePath(groups.quoted ?? groups.path!, cwd),
    line: Number(groups.inQuoted ?? groups.inPath),
    hasColumn: groups.column !== undefined,
  }));
  const ordered = [...found.filter((each) => !each.hasColumn).reverse(), ...found.filter((each) => each.hasColumn)];
  return [...new Map(ordered.map(({ file, line }) => [lineKey({ file, line }), { file, line }])).values()];
}

export function lineKey({ file, line }: NamedLine): string {
  return `${file}:${line}`;
}

function absolutePath(path: string, cwd: string): string {
  if (!path.startsWith("file://")) return resolve(cwd, path);
  try {
    return fileURLToPath(path);
  } catch {
    return path;
  }
}
