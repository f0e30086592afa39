import { resolve } from "node:path";
import type { Excerpt } from "../../core/finding.ts";
import { sourceLines } from "../../world/files/source-lines.ts";
import type { Place } from "./kind.ts";

/** Lines before and after one that is named. */
const around = 1;

/** The lines that are named, with those around them; lines near each other in one piece. */
export function excerptsOf(places: readonly Place[], cwd: string): Excerpt[] {
  const lines = new Map<string, Set<number>>();
  for (const { file, line } of places)
    if (file !== undefined && line !== undefined) lines.set(file, (lines.get(file) ?? new Set()).add(line));
  return [...lines].flatMap(([file, marked]) => excerptsIn(file, sourceLines(resolve(cwd, file)), marked));
}

function excerptsIn(file: string, all: readonly string[], marked: ReadonlySet<number>): Excerpt[] {
  const shown = new Set([...marked].flatMap((line) => [line - around, line, line + around]));
  const numbers = [...shown].filter((line) => line > 0 && line <= all.length).sort((a, b) => a - b);
  return runsOf(numbers).map((run) => ({
    file,
    line: run[0]!,
    pieces: run.flatMap((line) => piecesOf(all[line - 1]!, marked.has(line))),
  }));
}

/** Of a line that is named, all but the space around it. */
function piecesOf(line: string, named: boolean): Excerpt["pieces"] {
  const [, before, text, after] = /^(\s*)(.*?)(\s*)$/.exec(line)!;
  if (!named) return [{ text: `${line}\n`, cause: false }];
  return [
    { text: before!, cause: false },
    { text: text!, cause: true },
    { text: `${after}\n`, cause: false },
  ].filter(({ text }) => text !== "");
}

/** Numbers that follow each other. */
function runsOf(numbers: readonly number[]): number[][] {
  const runs: number[][] = [];
  for (const number of numbers) {
    const last = runs.at(-1);
    if (last?.at(-1) === number - 1) last.push(number);
    else runs.push([number]);
  }
  return runs;
}
