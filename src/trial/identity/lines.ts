import { stripVTControlCharacters } from "node:util";

/** Longer lines are minified source or data, never an error that we know; a bound keeps every expression fast. */
const longestLine = 4000;

/** A stream as plain lines: without colours, whatever ends the lines, none of them endless. */
export function linesOf(stream: string): readonly string[] {
  return stripVTControlCharacters(stream)
    .split(/\r\n|\n|\r/)
    .map((line) => (line.length > longestLine ? line.slice(0, longestLine) : line));
}
