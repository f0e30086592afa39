import { lineAt, lineStarts } from "../../shared/line-starts.ts";

/**
 * The id of a site says all that a change of it needs to know, so that a run with a change needs no parser:
 * `FILE:LINE:COLUMN+LENGTH:TYPE:CUTS:EFFECT:HASH`. The hash is that of the code: code that is no longer the same is not changed.
 */
export interface SiteId {
  /** The path below the program's root. */
  readonly file: string;
  /** A position in code as it was loaded. */
  readonly position: CodePosition;
  readonly length: number;
  readonly type: SiteType;
  /** Offsets in the site that are needed to take it apart. */
  readonly cuts: readonly number[];
  readonly effect: Effect;
  readonly hash: string;
}

/** Lines and columns are counted from 1. */
export interface CodePosition {
  readonly line: number;
  readonly column: number;
}

/**
 * The cuts: of `binary`, `logical` and `assignment` the end of the left operand; of `call` the start and end of the first argument
 * and the end of the last one; of `statement` the end of its expression. `shorthand` is `x` of `{ x }`, `jump` is `break` or `continue`.
 */
export type SiteType =
  | "binary"
  | "logical"
  | "assignment"
  | "update"
  | "unary"
  | "call"
  | "statement"
  | "jump"
  | "shorthand"
  | "other";

/** Whether evaluating the code does something besides, or even suspends the function that it is in. */
export type Effect = "pure" | "acts" | "suspends";

export function siteIdText({ file, position: { line, column }, length, type, cuts, effect, hash }: SiteId): string {
  return `${file}:${line}:${column}+${length}:${type}:${cuts.join(",")}:${effect}:${hash}`;
}

const format = /^(.*):(\d+):(\d+)\+(\d+):(\w+):([\d,]*):(\w+):(\w+)$/s;

/** Undefined: it is not the id of a site. */
export function parseSiteId(text: string): SiteId | undefined {
  const match = format.exec(text);
  if (!match) return undefined;
  const [, file, line, column, length, type, cuts, effect, hash] = match as unknown as string[];
  return {
    file: file!,
    position: { line: Number(line), column: Number(column) },
    length: Number(length),
    type: type as SiteType,
    cuts: cuts === "" ? [] : cuts!.split(",").map(Number),
    effect: effect as Effect,
    hash: hash!,
  };
}

/** FNV-1a. */
export function hashOf(text: string): string {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return (hash >>> 0).toString(36);
}

/** Offsets of a source as positions, and back. */
export class CodePositions {
  readonly #starts: readonly number[];

  constructor(source: string) {
    this.#starts = lineStarts(source);
  }

  of(offset: number): CodePosition {
    const line = lineAt(this.#starts, offset);
    return { line: line + 1, column: offset - this.#starts[line]! + 1 };
  }

  offsetOf({ line, column }: CodePosition): number {
    return (this.#starts[line - 1] ?? Number.NaN) + column - 1;
  }
}
