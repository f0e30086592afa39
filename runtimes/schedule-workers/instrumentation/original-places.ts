import { originalOffset } from "../../shared/edits.ts";
import { lineStarts } from "../../shared/line-starts.ts";
import type { InstrumentedSource } from "./instrument.ts";

interface LoadedSource {
  readonly source: InstrumentedSource;
  /** Found when they are first needed. */
  lineStarts?: readonly number[];
}

/** By path, and by the name that places have. */
const loaded = new Map<string, LoadedSource>();

/** Remembers an instrumented source for `originalPlace`. */
export function rememberSource(path: string, name: string, source: InstrumentedSource): void {
  const entry = { source };
  loaded.set(name, entry);
  loaded.set(path, entry);
}

/** The place in the program's own source of a place in the instrumented one: `app.mjs:12:5` for `app.mjs:12:71`. */
export function originalPlace(place: string): string {
  const match = /^(.*?)([^ ]+):(\d+):(\d+)$/.exec(place);
  const found = match && loaded.get(match[2]!);
  if (!found) return place;
  const { text, shifts } = found.source;
  found.lineStarts ??= lineStarts(text);
  const [line, column] = [Number(match[3]) - 1, Number(match[4]) - 1];
  const start = found.lineStarts[line] ?? 0;
  // Lines are the same in both texts, so the start of a line in one is its start in the other.
  const offset = originalOffset(shifts, start + column) - originalOffset(shifts, start);
  return `${match[1]}${match[2]}:${line + 1}:${Math.max(0, offset) + 1}`;
}
