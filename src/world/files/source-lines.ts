import { readFileSync, statSync } from "node:fs";

/** What is larger was written by no one. */
const maxBytes = 8 << 20;

/** The lines of a source as it is on disk; none where it is not there, or not to be read. */
export function sourceLines(path: string): string[] {
  try {
    if (statSync(path).size > maxBytes) return [];
    const lines = readFileSync(path, "utf8").split(/\r?\n/);
    return lines.at(-1) === "" ? lines.slice(0, -1) : lines;
  } catch {
    return [];
  }
}
