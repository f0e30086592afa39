/** A script of the program's own files: its functions and places, as the user wrote them. */

import type { Debugger } from "node:inspector";
import type { SourceMap } from "node:module";
import { mapAt, originalPosition } from "../../../world/source-maps.ts";
import type { PlaceAt } from "../protocol.ts";
import type { Inspector } from "./inspector.ts";
import { type FunctionAt, type Outline, outline, type Point } from "./outline.ts";
import { isCalled } from "./own-files.ts";

export interface Written {
  readonly file: string;
  readonly line: number;
}

export interface Line {
  readonly point: Point;
  readonly written: Written;
}

export interface BreakPoint extends Point {
  /** The function returns here. */
  readonly leaves: boolean;
}

export class Script {
  readonly id: string;
  readonly path: string;
  readonly isModule: boolean;
  readonly outline: Outline;
  readonly #inspector: Inspector;
  readonly #map: SourceMap | undefined;
  readonly #last: Point;
  #linesKnown: readonly Line[] | undefined;

  constructor(inspector: Inspector, parsed: Debugger.ScriptParsedEventDataType, path: string) {
    this.#inspector = inspector;
    this.id = parsed.scriptId;
    this.path = path;
    this.isModule = parsed.isModule === true;
    this.#last = { lineNumber: parsed.endLine, columnNumber: parsed.endColumn };
    this.#map = parsed.sourceMapURL ? mapAt(parsed.sourceMapURL, path) : undefined;
    const { scriptSource } = inspector.ask<Debugger.GetScriptSourceReturnType>("Debugger.getScriptSource", {
      scriptId: this.id,
    });
    this.outline = outline(scriptSource, this.isModule ? "module" : "script");
  }

  /** The file in which the user sees this code; what a compiler made of several files belongs to the first. */
  get file(): string {
    return this.written({ lineNumber: 0, columnNumber: 0 }).file;
  }

  written({ lineNumber, columnNumber }: Point): Written {
    const here = { file: this.path, line: lineNumber + 1, column: columnNumber + 1 };
    const { file, line } = (this.#map && originalPosition(here, this.#map)) ?? here;
    return { file, line };
  }

  /** The innermost function around a point. */
  functionAt(point: Point): FunctionAt {
    const { functions, whole } = this.outline;
    const isInside = ({ start, end }: FunctionAt) => !isBefore(point, start) && (!end || isBefore(point, end));
    return functions.findLast(isInside) ?? whole;
  }

  /** By which places and traces know a function. */
  nameOf({ name, start }: FunctionAt): string {
    return name ?? `<anonymous:${this.written(start).line}:${start.columnNumber + 1}>`;
  }

  functionsCalled(name: string, file?: string): FunctionAt[] {
    return this.outline.functions.filter((each) => {
      const called = this.nameOf(each);
      if (called !== name && !called.endsWith(`.${name}`)) return false;
      return file === undefined || isCalled(this.written(each.start).file, file);
    });
  }

  /** The lines of a function at which a place can be, and where. */
  linesOf(called: FunctionAt): Line[] {
    const own = new Set(this.pointsOf(called).map(textOf));
    return this.#lines().filter(({ point }) => own.has(textOf(point)));
  }

  /** Where the debugger can stop in a function, but not in those inside it. */
  pointsOf({ body, end = this.#last }: FunctionAt): BreakPoint[] {
    return this.#points({ start: this.#at(body), end: this.#at(end), restrictToFunction: true });
  }

  pointOfLine({ file, line }: Omit<PlaceAt, "hit">): Point | undefined {
    const isMeant = ({ written }: Line) =>
      written.line === line && (file === undefined || isCalled(written.file, file));
    return this.#lines().find(isMeant)?.point;
  }

  /** Each line has one place: the first point of it. */
  #lines(): readonly Line[] {
    if (this.#linesKnown) return this.#linesKnown;
    const first = new Map<string, Line>();
    for (const point of this.#points({ start: this.#at({ lineNumber: 0, columnNumber: 0 }) })) {
      const written = this.written(point);
      const key = `${written.file}:${written.line}`;
      if (!first.has(key)) first.set(key, { point, written });
    }
    this.#linesKnown = [...first.values()];
    return this.#linesKnown;
  }

  #points(range: object): BreakPoint[] {
    const { locations } = this.#inspector.ask<Debugger.GetPossibleBreakpointsReturnType>(
      "Debugger.getPossibleBreakpoints",
      range,
    );
    return locations.map(({ lineNumber, columnNumber = 0, type }) => ({
      lineNumber,
      columnNumber,
      leaves: type === "return",
    }));
  }

  #at(point: Point): Debugger.Location {
    return { scriptId: this.id, ...point };
  }
}

const textOf = ({ lineNumber, columnNumber }: Point) => `${lineNumber}:${columnNumber}`;

function isBefore(a: Point, b: Point): boolean {
  return a.lineNumber < b.lineNumber || (a.lineNumber === b.lineNumber && a.columnNumber < b.columnNumber);
}
