import type { Output } from "../process/execution.ts";
import { mark } from "./blank.ts";
import { linesOf } from "./lines.ts";

/** Maximum number of characters of a message that people are shown. */
const maxShownLength = 200;

/** A message as it was printed, on one line and cut where it is long; spaces stay, they may be what is wrong. */
export function printedText(message: string): string {
  const text = message.replace(/\s*\p{Cc}+\s*/gu, " ").trim();
  return text.length > maxShownLength ? `${text.slice(0, maxShownLength).trimEnd()}…` : text;
}

/** A blanked message for people, where the printed one is not known: nobody outside knows what the mark means. */
export function withEllipses(blanked: string): string {
  return blanked.replaceAll(mark, "…");
}

/** Maximum number of lines searched, from the end of each stream. */
const maxLines = 1000;

/** The line of output that has a message, preferably after its kind: a program's source may quote the message too. */
export function lineWith(output: Output, { kind, message }: { kind: string; message: string }): string | undefined {
  if (message === "") return undefined;
  const lines = [output.stderr, output.stdout].flatMap((stream) => linesOf(stream).slice(-maxLines));
  const having = lines.filter((line) => line.includes(message));
  const line = having.find((each) => each.includes(`${kind}: `)) ?? having[0];
  return line === undefined ? undefined : printedText(line);
}
