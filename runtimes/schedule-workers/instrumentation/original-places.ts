import { before, type Move } from "./edits.ts";
import { lineStarts } from "./source-places.ts";

interface Known {
  readonly text: string;
  readonly moves: readonly Move[];
  starts?: { readonly now: readonly number[] };
}

const sources = new Map<string, Known>();

/** Remembers a source with steps, so that places in it can be told as they were without. */
export function remember(path: string, name: string, known: Known): void {
  sources.set(name, known);
  sources.set(path, known);
}

/** `app.mjs:12:71` in the source with steps as `app.mjs:12:5`; lines are the same in both. */
export function original(where: string): string {
  const match = /^(.*?)([^ ]+):(\d+):(\d+)$/.exec(where);
  const known = match && sources.get(match[2]!);
  if (!known) return where;
  known.starts ??= { now: lineStarts(known.text) };
  const [line, column] = [Number(match[3]) - 1, Number(match[4]) - 1];
  const start = known.starts.now[line] ?? 0;
  // Whatever is put into a line is in that line: the start of a line moves by as much as all before it.
  const offset = before(known.moves, start + column) - before(known.moves, start);
  return `${match[1]}${match[2]}:${line + 1}:${Math.max(0, offset) + 1}`;
}
