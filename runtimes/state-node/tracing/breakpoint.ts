import type { Inspector } from "../inspector.ts";
import type { ProgramNotes } from "../notes/program-notes.ts";
import type { OwnFiles } from "../scripts/own-files.ts";
import type { Point } from "../scripts/point.ts";
import type { Script } from "../scripts/script.ts";

export interface Breakpoint {
  readonly point: Point;
  /** An expression: whether to stop. Most only count something, and are false. */
  readonly condition: string;
}

/** The breakpoints that a plan needs in a script. */
export type BreakpointsIn = (script: Script) => Breakpoint[];

export interface TracingTools {
  readonly inspector: Inspector;
  readonly notes: ProgramNotes;
  readonly own: OwnFiles;
}

export function samePoint(a: Point, b: Point): boolean {
  return a.lineNumber === b.lineNumber && a.columnNumber === b.columnNumber;
}

/** The debugger takes one breakpoint per point, and all conditions have to be evaluated: each may count something. */
export function joinedByPoint(breakpoints: readonly Breakpoint[]): Breakpoint[] {
  const joined = new Map<string, Breakpoint>();
  for (const breakpoint of breakpoints) {
    const key = `${breakpoint.point.lineNumber}:${breakpoint.point.columnNumber}`;
    const before = joined.get(key);
    const condition = before ? `(${before.condition}) | (${breakpoint.condition})` : breakpoint.condition;
    joined.set(key, { ...breakpoint, condition });
  }
  return [...joined.values()];
}
