import type { Debugger } from "node:inspector";
import type { SourceMap } from "node:module";
import { mapAt, originalPosition, type Position, sourcesOf } from "../../shared/source-maps.ts";
import type { Point } from "./point.ts";

type ParsedScript = Debugger.ScriptParsedEventDataType;

/** Where the code of a script stands in the files that the user wrote. */
export class SourcePositions {
  readonly #path: string;
  readonly #map: SourceMap | undefined;
  /** Whether the script was compiled from files that exist. */
  readonly isCompiled: boolean;

  constructor(parsed: ParsedScript, path: string) {
    this.#path = path;
    this.#map = sourceMapOf(parsed, path);
    this.isCompiled = this.#map !== undefined && sourcesOf(this.#map, path).length > 0;
  }

  positionOf(point: Point): Position {
    return this.#original(point) ?? this.#inScript(point);
  }

  /** Whether a compiler added the code at a point. */
  isAdded(point: Point): boolean {
    return this.isCompiled && !this.#original(point);
  }

  #original(point: Point): Position | undefined {
    return this.#map && originalPosition(this.#inScript(point), this.#map);
  }

  #inScript({ lineNumber, columnNumber }: Point): Position {
    return { file: this.#path, line: lineNumber + 1, column: columnNumber + 1 };
  }
}

/** The files that a script was compiled from, as far as they exist. */
export function sourceFilesOf(parsed: ParsedScript, path: string): string[] {
  const map = sourceMapOf(parsed, path);
  return map ? sourcesOf(map, path) : [];
}

function sourceMapOf({ sourceMapURL }: ParsedScript, path: string): SourceMap | undefined {
  return sourceMapURL ? mapAt(sourceMapURL, path) : undefined;
}
