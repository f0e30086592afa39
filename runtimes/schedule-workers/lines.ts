import { partitionPoint as countWhile } from "../shared/partition-point.ts";

interface Range {
  readonly start: number;
  readonly end: number;
}

const longest = 40;

/** Places for people: `app.mjs:12:5`, lines and columns from 1. */
export class Places {
  readonly #source: string;
  readonly #name: string;
  readonly #starts: readonly number[];

  constructor(source: string, name: string) {
    this.#source = source;
    this.#name = name;
    this.#starts = lineStarts(source);
  }

  /** The text of an expression, and its place. */
  of({ start, end }: Range): string {
    const text = this.#source
      .slice(start, end)
      .replace(/\s+/g, " ")
      .replace(/[^ -~]/g, "?");
    return `${text.length > longest ? `${text.slice(0, longest - 3)}...` : text} ${this.position(start)}`;
  }

  position(offset: number): string {
    const line = lineAt(this.#starts, offset);
    return `${this.#name}:${line + 1}:${offset - this.#starts[line]! + 1}`;
  }
}

/** Offsets at which lines begin. */
export function lineStarts(source: string): readonly number[] {
  const starts = [0];
  for (const { index, 0: end } of source.matchAll(/\r\n|[\n\r\u2028\u2029]/g)) starts.push(index + end.length);
  return starts;
}

/** The index of the line in which an offset lies. */
function lineAt(starts: readonly number[], offset: number): number {
  return Math.max(0, countWhile(starts, (start) => start <= offset) - 1);
}
