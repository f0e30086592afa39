import type { AcornPosition } from "../../shared/syntax-tree.ts";

/** Lines and columns from 0, as the debugger counts. */
export interface Point {
  readonly lineNumber: number;
  readonly columnNumber: number;
}

export function pointOf({ line, column }: AcornPosition): Point {
  return { lineNumber: line - 1, columnNumber: column };
}
