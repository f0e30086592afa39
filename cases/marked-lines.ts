import { readFileSync } from "node:fs";

type Mark = "HERE" | "FIRST" | "SECOND" | "DEFECT" | "MOVES";

/**
 * The lines of a source with a mark in a comment at their end: those that somebody who knows the bug would name. HERE is where a
 * thread has to be interrupted, go on too late, or wait for ever; of events, FIRST is the one that must not come before SECOND.
 * DEFECT is what has to be mended; MOVES is the line from which on another variable decides.
 */
export function markedLines(path: string, mark: Mark): Set<number> {
  const isMarked = new RegExp(`(//|#).*\\b${mark}\\b`);
  const lines = readFileSync(path, "utf8").split("\n");
  return new Set(lines.flatMap((line, i) => (isMarked.test(line) ? [i + 1] : [])));
}
