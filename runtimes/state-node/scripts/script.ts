/** A script of the program's own: its functions and lines, as the user wrote them. */

import type { Debugger } from "node:inspector";
import type { StopPlace } from "../../protocol/state.ts";
import type { Inspector } from "../inspector.ts";
import { type FunctionOutline, outlineOf, type ScriptOutline } from "./outline.ts";
import { isFileNamed, type OwnFiles } from "./own-files.ts";
import type { Point } from "./point.ts";
import { SourcePositions } from "./source-positions.ts";

/** A line of a file that the user wrote. */
export interface SourceLine {
  readonly file: string;
  readonly line: number;
}

/** Where the debugger can stop. */
export interface StopPoint extends Point {
  /** The function returns here. */
  readonly isReturn: boolean;
}

/** A line, and where the debugger stops when it is reached. */
interface LineStop {
  readonly point: StopPoint;
  readonly source: SourceLine;
}

export class Script {
  readonly id: string;
  readonly path: string;
  readonly isModule: boolean;
  readonly outline: ScriptOutline;
  readonly #inspector: Inspector;
  readonly #own: OwnFiles;
  readonly #positions: SourcePositions;
  #lineStops: readonly LineStop[] | undefined;

  constructor(
    inspector: Inspector,
    parsed: Debugger.ScriptParsedEventDataType,
    { path, own }: { readonly path: string; readonly own: OwnFiles },
  ) {
    this.#inspector = inspector;
    this.id = parsed.scriptId;
    this.path = path;
    this.isModule = parsed.isModule === true;
    this.#own = own;
    this.#positions = new SourcePositions(parsed, path);
    const { scriptSource } = inspector.call<Debugger.GetScriptSourceReturnType>("Debugger.getScriptSource", {
      scriptId: this.id,
    });
    this.outline = outlineOf(scriptSource, this.isModule ? "module" : "script");
  }

  /** The file in which the user sees this code; a script that was compiled from several files belongs to the first. */
  get file(): string {
    return (this.#positions.isCompiled && this.#lines()[0]?.source.file) || this.path;
  }

  sourceLine(point: Point): SourceLine {
    const { file, line } = this.#positions.positionOf(point);
    return { file, line };
  }

  /** False for what a bundler included from a package, and for what a compiler added. */
  isOwn(point: Point): boolean {
    if (this.#positions.isAdded(point) && this.#isAddedFunction(this.functionAt(point))) return false;
    const { file } = this.#positions.positionOf(point);
    return file === this.path || !this.#own.isInstalled(file);
  }

  /** Each before those inside it. */
  get ownFunctions(): FunctionOutline[] {
    return this.outline.functions.filter(({ start }) => this.isOwn(start));
  }

  /** The innermost function around a point. */
  functionAt(point: Point): FunctionOutline {
    const { functions, topLevel } = this.outline;
    return functions.findLast((each) => isInside(point, each)) ?? topLevel;
  }

  /** The name of a function in places and moments. */
  functionName({ name, start }: FunctionOutline): string {
    if (name !== undefined) return name;
    const { line, column } = this.#positions.positionOf(start);
    return `<anonymous:${line}:${column}>`;
  }

  functionsNamed(name: string, file?: string): FunctionOutline[] {
    return this.ownFunctions.filter((each) => {
      const whole = this.functionName(each);
      if (whole !== name && !whole.endsWith(`.${name}`)) return false;
      return file === undefined || isFileNamed(this.sourceLine(each.start).file, file);
    });
  }

  /** The lines of a function, without those of functions inside it. */
  linesOf(called: FunctionOutline): LineStop[] {
    // The top-level code returns at the end of the file, where there may be no line.
    const points = this.stopPoints(called).filter(({ isReturn }) => called.end || !isReturn);
    const keys = new Set(points.map(pointKey));
    return this.#lines().filter(({ point }) => keys.has(pointKey(point)));
  }

  /** Where the debugger can stop in a function, but not in functions inside it. */
  stopPoints({ body, end }: FunctionOutline): StopPoint[] {
    const range = { start: this.#location(body), ...(end && { end: this.#location(end) }) };
    return this.#possibleStops({ ...range, restrictToFunction: true });
  }

  /** Where the debugger can stop first in each call. */
  entryPoint(called: FunctionOutline): StopPoint | undefined {
    return this.stopPoints(called).find((point) => !isBefore(point, called.entry));
  }

  /** Where the debugger can stop last before a function waits. */
  awaitPoints(called: FunctionOutline): StopPoint[] {
    return this.#lastStopsBefore(called, called.awaits);
  }

  /** Where the debugger can stop last before a generator yields. */
  yieldPoints(called: FunctionOutline): StopPoint[] {
    return this.#lastStopsBefore(called, called.yields);
  }

  #lastStopsBefore(called: FunctionOutline, points: readonly Point[]): StopPoint[] {
    const stops = this.stopPoints(called);
    return points.flatMap((point) => stops.findLast((stop) => !isBefore(point, stop)) ?? []);
  }

  pointOfLine({ file, line }: Omit<StopPlace, "hit">): Point | undefined {
    const isMeant = ({ source }: LineStop) =>
      source.line === line && (file === undefined || isFileNamed(source.file, file));
    return this.#lines().find(isMeant)?.point;
  }

  /** Whether a place is in a function that nothing refers to: V8 has no code for it in which the debugger could stop. */
  hasDeadFunctionAt({ function: name, file, line }: Omit<StopPlace, "hit">): boolean {
    const functions = name === undefined ? this.ownFunctions : this.functionsNamed(name, file);
    const contains = ({ start, end }: FunctionOutline) => {
      const [first, last] = [this.sourceLine(start), this.sourceLine(end ?? start)];
      if (line === undefined) return true;
      return (file === undefined || isFileNamed(first.file, file)) && first.line <= line && line <= last.line;
    };
    return functions.some((each) => contains(each) && this.stopPoints(each).length === 0);
  }

  /** The next line with code after a line without, or the last one; undefined: the script does not come from the file. */
  nearestLine({ file, line }: { readonly file?: string; readonly line: number }): number | undefined {
    const isInFile = ({ source, point }: LineStop) =>
      !point.isReturn && (file === undefined || isFileNamed(source.file, file));
    const inFile = this.#lines().filter(isInFile);
    const lines = inFile.map(({ source }) => source.line).sort((a, b) => a - b);
    return lines.find((each) => each > line) ?? lines.at(-1);
  }

  /** Every line that the user wrote, with the first point on it. */
  #lines(): readonly LineStop[] {
    if (this.#lineStops) return this.#lineStops;
    const first = new Map<string, LineStop>();
    for (const point of this.#possibleStops({ start: this.#location({ lineNumber: 0, columnNumber: 0 }) })) {
      if (this.#positions.isAdded(point)) continue;
      const source = this.sourceLine(point);
      const key = `${source.file}:${source.line}`;
      if (!first.has(key)) first.set(key, { point, source });
    }
    this.#lineStops = [...first.values()];
    return this.#lineStops;
  }

  #possibleStops(range: object): StopPoint[] {
    const { locations } = this.#inspector.call<Debugger.GetPossibleBreakpointsReturnType>(
      "Debugger.getPossibleBreakpoints",
      range,
    );
    return locations.map(({ lineNumber, columnNumber = 0, type }) => ({
      lineNumber,
      columnNumber,
      isReturn: type === "return",
    }));
  }

  /** Source maps need not cover every line of the top-level code, or of a function whose beginning they cover. */
  #isAddedFunction(called: FunctionOutline): boolean {
    return called !== this.outline.topLevel && this.#positions.isAdded(called.start);
  }

  #location(point: Point): Debugger.Location {
    return { scriptId: this.id, ...point };
  }
}

const pointKey = ({ lineNumber, columnNumber }: Point) => `${lineNumber}:${columnNumber}`;

function isInside(point: Point, { start, end }: Pick<FunctionOutline, "start" | "end">): boolean {
  return !isBefore(point, start) && (!end || isBefore(point, end));
}

function isBefore(a: Point, b: Point): boolean {
  return a.lineNumber < b.lineNumber || (a.lineNumber === b.lineNumber && a.columnNumber < b.columnNumber);
}
