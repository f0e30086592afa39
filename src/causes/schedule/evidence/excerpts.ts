import { resolve } from "node:path";
import type { Excerpt } from "../../../core/finding.ts";
import { sourceLines } from "../../../world/files/source-lines.ts";
import type { Place } from "../control/place.ts";

/** Number of lines to show before and after each line. */
const contextLines = 1;

/** Reads the lines of places, and those around them; adjacent lines are one excerpt. */
export function excerptsOf(places: readonly Place[], cwd: string): Excerpt[] {
  const lines = new Map<string, Set<number>>();
  for (const { file, line } of places)
    if (file !== undefined && line !== undefined) lines.set(file, (lines.get(file) ?? new Set()).add(line));
  return [...lines].flatMap(([file, marked]) => excerptsIn(file, sourceLines(resolve(cwd, file)), marked));
}

function excerptsIn(file: string, all: readonly string[], marked: ReadonlySet<number>): Excerpt[] {
  const shown = new Set([...marked].flatMap((line) => [line - contextLines, line, line + contextLines]));
  const numbers = [...shown].filter((line) => line > 0 && line <= all.length).sort((a, b) => a - b);
  return consecutive(numbers).map((group) => ({
    file,
    line: group[0]!,
    pieces: group.flatMap((line) => (marked.has(line) ? markedPieces(all[line - 1]!) : plainPieces(all[line - 1]!))),
  }));
}

/** The space around a marked line is not marked. */
function markedPieces(line: string): Excerpt["pieces"] {
  const [, before, text, after] = /^(\s*)(.*?)(\s*)$/.exec(line)!;
  return [
    { text: before!, cause: false },
    { text: text!, cause: true },
    { text: `${after}\n`, cause: false },
  ].filter(({ text }) => text !== "");
}

function plainPieces(line: string): Excerpt["pieces"] {
  return [{ text: `${line}\n`, cause: false }];
}

/** Groups of numbers that follow each other. */
function consecutive(numbers: readonly number[]): number[][] {
  const groups: number[][] = [];
  for (const number of numbers) {
    const last = groups.at(-1);
    if (last?.at(-1) === number - 1) last.push(number);
    else groups.push([number]);
  }
  return groups;
}
