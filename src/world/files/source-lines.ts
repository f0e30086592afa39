import { readFileSync, statSync } from "node:fs";

/** Larger files were not written by hand. */
const maxBytes = 8 << 20;

/** The lines of a source file on disk; none if it cannot be read. */
export function sourceLines(path: string): string[] {
  try {
    if (statSync(path).size > maxBytes) return [];
    const lines = readFileSync(path, "utf8").split(/\r?\n/);
    return lines.at(-1) === "" ? lines.slice(0, -1) : lines;
  } catch {
    return [];
  }
}
