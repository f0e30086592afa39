import { standIn, withStandIns } from "../stand-in.ts";

const maxLength = 200;

/** A text on one line, with every character visible; a long one is cut. */
export function onOneLine(text: string): string {
  const shown = withStandIns(text.slice(0, maxLength)).replace(/[\n\t]/g, standIn);
  return text.length > maxLength ? `${shown}…` : shown;
}
