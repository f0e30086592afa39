/** A script of the program's own files: its functions and places, as the user wrote them. */

import type { Debugger } from "node:inspector";
import type { SourceMap } from "node:module";
import type { StopPlace } from "../protocol/state.ts";
import { mapAt, originalPosition, type Position, sourcesOf } from "../shared/source-maps.ts";
import type { Inspector } from "./inspector.ts";
import { type FunctionAt, type Outline, outline, type Point } from "./outline.ts";
import { isCalled, type OwnFiles } from "./own-files.ts";

export interface Written {
  readonly file: string;
  readonly line: number;
}

export interface BreakPoint extends Point {
  /** The function returns here. */
  readonly leaves: boolean;
}

export interface Line {
  readonly point: BreakPoint;
  readonly written: Written;
}

type Parsed = Debugger.ScriptParsedEventDataType;

export class Script {
  readonly id: string;
  readonly path: string;
  readonly isModule: boolean;
  readonly outline: Outline;
  readonly #inspector: Inspector;
  readonly #own: OwnFiles;
  readonly #map: SourceMap | undefined;
  readonly #isMapped: boolean;
  #linesKnown: readonly Line[] | undefined;

  constructor(inspector: Inspector, parsed: Parsed, { path, own }: { readonly path: string; readonly own: OwnFiles }) {
    this.#inspector = inspector;
    this.id = parsed.scriptId;
    this.path = path;
    this.isModule = parsed.isModule === true;
    this.#own = own;
    this.#map = mapIn(parsed, path);
    this.#isMapped = this.#map !== undefined && sourcesOf(this.#map, path).length > 0;
    const { scriptSource } = inspector.ask<Debugger.GetScriptSourceReturnType>("Debugger.getScriptSource", {
      scriptId: this.id,
    });
    this.outline = outline(scriptSource, this.isModule ? "module" : "script");
  }

  /** The file in which the user sees this code; what a compiler made of several files belongs to the first. */
  get file(): string {
    return (this.#isMapped && this.#lines()[0]?.written.file) || this.path;
  }

  written(point: Point): Written {
    const { file, line } = this.#position(point);
    return { file, line };
  }

  /** Not what a bundler has taken in from a package, nor what a compiler has added. */
  isOwn(point: Point): boolean {
    if (this.#isAdded(point) && this.#isAddedFunction(this.functionAt(point))) return false;
    const { file } = this.#position(point);
    return file === this.path || !this.#own.isInstalled(file);
  }

  get functions(): FunctionAt[] {
    return this.outline.functions.filter(({ start }) => this.isOwn(start));
  }

  /** The innermost function around a point. */
  functionAt(point: Point): FunctionAt {
    const { functions, whole } = this.outline;
    return functions.findLast((each) => isInside(point, each)) ?? whole;
  }

  /** By which places and moments know a function. */
  nameOf({ name, start }: FunctionAt): string {
    if (name !== undefined) return name;
    const { line, column } = this.#position(start);
    return `<anonymous:${line}:${column}>`;
  }

  functionsCalled(name: string, file?: string): FunctionAt[] {
    return this.functions.filter((each) => {
      const called = this.nameOf(each);
      if (called !== name && !called.endsWith(`.${name}`)) return false;
      return file === undefined || isCalled(this.written(each.start).file, file);
    });
  }

  /** The lines of a function at which a place can be, and where. */
  linesOf(called: FunctionAt): Line[] {
    // Where the code of a file ends there may be no line any more.
    const points = this.pointsOf(called).filter(({ leaves }) => called.end || !leaves);
    const own = new Set(points.map(textOf));
    return this.#lines().filter(({ point }) => own.has(textOf(point)));
  }

  /** Where the debugger can stop in a function, but not in those inside it. */
  pointsOf({ body, end }: FunctionAt): BreakPoint[] {
    return this.#points({ start: this.#at(body), ...(end && { end: this.#at(end) }), restrictToFunction: true });
  }

  /** Where the debugger can stop first in each call. */
  entryOf(called: FunctionAt): BreakPoint | undefined {
    return this.pointsOf(called).find((point) => !isBefore(point, called.entry));
  }

  /** Where the debugger can stop last before a function waits. */
  waitsOf(called: FunctionAt): BreakPoint[] {
    return this.#lastBefore(called, called.waits);
  }

  /** Where the debugger can stop last before a generator gives a value. */
  yieldsOf(called: FunctionAt): BreakPoint[] {
    return this.#lastBefore(called, called.yields);
  }

  #lastBefore(called: FunctionAt, those: readonly Point[]): BreakPoint[] {
    const points = this.pointsOf(called);
    return those.flatMap((each) => points.findLast((point) => !isBefore(each, point)) ?? []);
  }

  pointOfLine({ file, line }: Omit<StopPlace, "hit">): Point | undefined {
    const isMeant = ({ written }: Line) =>
      written.line === line && (file === undefined || isCalled(written.file, file));
    return this.#lines().find(isMeant)?.point;
  }

  /** Whether a place is in a function that nobody could call: of that there is no code in which to stop. */
  isNeverCalled({ function: name, file, line }: Omit<StopPlace, "hit">): boolean {
    const called = name === undefined ? this.functions : this.functionsCalled(name, file);
    const isIn = ({ start, end }: FunctionAt) => {
      const [first, last] = [this.written(start), this.written(end ?? start)];
      if (line === undefined) return true;
      return (file === undefined || isCalled(first.file, file)) && first.line <= line && line <= last.line;
    };
    return called.some((each) => isIn(each) && this.pointsOf(each).length === 0);
  }

  /** The nearest line with code, at best behind a line of a file that has none there; undefined: it is another file. */
  lineAfter({ file, line }: { readonly file?: string; readonly line: number }): number | undefined {
    const isOf = ({ written, point }: Line) => !point.leaves && (file === undefined || isCalled(written.file, file));
    const own = this.#lines().filter(isOf);
    const lines = own.map(({ written }) => written.line).sort((a, b) => a - b);
    return lines.find((each) => each > line) ?? lines.at(-1);
  }

  /** Each line has one place: the first point of it. What a compiler has added has none. */
  #lines(): readonly Line[] {
    if (this.#linesKnown) return this.#linesKnown;
    const first = new Map<string, Line>();
    for (const point of this.#points({ start: this.#at({ lineNumber: 0, columnNumber: 0 }) })) {
      if (this.#isAdded(point)) continue;
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

  #isAdded(point: Point): boolean {
    return this.#isMapped && !this.#original(point);
  }

  /** Of the code around all functions, and of functions with a known beginning, maps need not tell of every line. */
  #isAddedFunction(called: FunctionAt): boolean {
    return called !== this.outline.whole && this.#isAdded(called.start);
  }

  #position(point: Point): Position {
    return this.#original(point) ?? this.#here(point);
  }

  #original(point: Point): Position | undefined {
    return this.#map && originalPosition(this.#here(point), this.#map);
  }

  #here({ lineNumber, columnNumber }: Point): Position {
    return { file: this.path, line: lineNumber + 1, column: columnNumber + 1 };
  }

  #at(point: Point): Debugger.Location {
    return { scriptId: this.id, ...point };
  }
}

/** The files of which a script was made. */
export function sourcesIn(parsed: Parsed, path: string): string[] {
  const map = mapIn(parsed, path);
  return map ? sourcesOf(map, path) : [];
}

function mapIn({ sourceMapURL }: Parsed, path: string): SourceMap | undefined {
  return sourceMapURL ? mapAt(sourceMapURL, path) : undefined;
}

const textOf = ({ lineNumber, columnNumber }: Point) => `${lineNumber}:${columnNumber}`;

function isInside(point: Point, { start, end }: Pick<FunctionAt, "start" | "end">): boolean {
  return !isBefore(point, start) && (!end || isBefore(point, end));
}

function isBefore(a: Point, b: Point): boolean {
  return a.lineNumber < b.lineNumber || (a.lineNumber === b.lineNumber && a.columnNumber < b.columnNumber);
}
