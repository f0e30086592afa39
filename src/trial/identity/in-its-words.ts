import type { Output } from "../execution.ts";
import { mark } from "./blank.ts";
import { linesOf } from "./lines.ts";

/** So many lines at the end of a stream are looked through. */
const mostLines = 1000;

/** The line of an output in which something blanked stands, as it is there: with names and numbers, for people. */
export function inItsWords(output: Output, blanked: string): string | undefined {
  const parts = blanked.split(mark).filter((part) => part.trim() !== "");
  if (parts.length === 0) return undefined;
  const lines = [output.stderr, output.stdout].flatMap((stream) => linesOf(stream).slice(-mostLines));
  // Blanking leaves one space of several.
  return lines.find((line) => standIn(line.replace(/\s+/g, " "), parts))?.trim();
}

function standIn(line: string, parts: readonly string[]): boolean {
  let at = 0;
  return parts.every((part) => {
    const found = line.indexOf(part, at);
    at = found + part.length;
    return found >= 0;
  });
}
