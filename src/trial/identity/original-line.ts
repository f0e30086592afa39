import type { Output } from "../execution.ts";
import { mark } from "./blank.ts";
import { linesOf } from "./lines.ts";

/** Maximum number of lines searched, from the end of each stream. */
const maxLines = 1000;

/** Finds the line of output that a blanked text was made from: with its names and numbers, for people. */
export function originalLine(output: Output, blanked: string): string | undefined {
  const parts = blanked.split(mark).filter((part) => part.trim() !== "");
  if (parts.length === 0) return undefined;
  const lines = [output.stderr, output.stdout].flatMap((stream) => linesOf(stream).slice(-maxLines));
  // Blanking also reduces white space to single spaces.
  return lines.find((line) => containsInOrder(line.replace(/\s+/g, " "), parts))?.trim();
}

function containsInOrder(line: string, parts: readonly string[]): boolean {
  let at = 0;
  return parts.every((part) => {
    const found = line.indexOf(part, at);
    at = found + part.length;
    return found >= 0;
  });
}
