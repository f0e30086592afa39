import { stripVTControlCharacters } from "node:util";

/** Longer lines are minified source or data, never an error we recognise; a limit keeps regular expressions fast. */
const maxLineLength = 4000;

/** Splits a stream into plain lines: without colours, with any line ending, long ones cut off. */
export function linesOf(stream: string): readonly string[] {
  return stripVTControlCharacters(stream)
    .split(/\r\n|\n|\r/)
    .map((line) => (line.length > maxLineLength ? line.slice(0, maxLineLength) : line));
}
