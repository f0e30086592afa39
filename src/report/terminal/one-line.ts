import { standIn, withStandIns } from "../stand-in.ts";

const maxLength = 200;

/** A text on one line, with everything in it visible, cut where it is long. */
export function onOneLine(text: string): string {
  const shown = withStandIns(text.slice(0, maxLength)).replace(/[\n\t]/g, standIn);
  return text.length > maxLength ? `${shown}…` : shown;
}
