import { partitionPoint } from "../../shared/partition-point.ts";

interface Range {
  readonly start: number;
  readonly end: number;
}

/** Maximum length of an expression in a place, in characters. */
const maxExpression = 40;

/** Offsets of a source as places for people, `app.mjs:12:5`; lines and columns begin with 1. */
export class SourcePlaces {
  readonly #source: string;
  readonly #name: string;
  readonly #starts: readonly number[];

  constructor(source: string, name: string) {
    this.#source = source;
    this.#name = name;
    this.#starts = lineStarts(source);
  }

  /** The text of an expression, shortened, and its place. */
  ofExpression({ start, end }: Range): string {
    const text = this.#source
      .slice(start, end)
      .replace(/\s+/g, " ")
      .replace(/[^ -~]/g, "?");
    const short = text.length > maxExpression ? `${text.slice(0, maxExpression - 3)}...` : text;
    return `${short} ${this.ofOffset(start)}`;
  }

  ofOffset(offset: number): string {
    const line = lineAt(this.#starts, offset);
    return `${this.#name}:${line + 1}:${offset - this.#starts[line]! + 1}`;
  }
}

/** The offsets at which lines begin. */
export function lineStarts(source: string): readonly number[] {
  const starts = [0];
  for (const { index, 0: end } of source.matchAll(/\r\n|[\n\r\u2028\u2029]/g)) starts.push(index + end.length);
  return starts;
}

/** The index of the line that contains an offset. */
function lineAt(starts: readonly number[], offset: number): number {
  return Math.max(0, partitionPoint(starts, (start) => start <= offset) - 1);
}
