import { lineAt, lineStarts } from "../../shared/line-starts.ts";

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
