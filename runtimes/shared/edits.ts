import { partitionPoint } from "./partition-point.ts";

/** Replaces a source's text from `start` to `end`. */
interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** From the offset `after` in the edited text on, the text is that of the source from the offset `before` on. */
export type Shift = readonly [after: number, before: number];

/** Edits of a source that keep all its line breaks. Edits at the same offset stay in the order in which they were made. */
export class Edits {
  readonly #source: string;
  readonly #edits: Edit[] = [];

  constructor(source: string) {
    this.#source = source;
  }

  insert(at: number, text: string): void {
    this.#edits.push({ start: at, end: at, text });
  }

  replace(start: number, end: number, text: string): void {
    const lineBreaks = this.#source.slice(start, end).replace(/[^\n\u2028\u2029]/g, "");
    this.#edits.push({ start, end, text: text + lineBreaks });
  }

  /** The edited text, with a shift for each edit. */
  apply(): { readonly text: string; readonly shifts: readonly Shift[] } {
    const shifts: Shift[] = [];
    let text = "";
    let from = 0;
    for (const edit of this.#edits.toSorted((a, b) => a.start - b.start)) {
      text += this.#source.slice(from, edit.start) + edit.text;
      from = edit.end;
      shifts.push([text.length, edit.end]);
    }
    return { text: text + this.#source.slice(from), shifts };
  }
}

/** The offset in the source of an offset in the edited text. */
export function originalOffset(shifts: readonly Shift[], offset: number): number {
  const last = shifts[partitionPoint(shifts, ([after]) => after <= offset) - 1];
  return last ? last[1] + offset - last[0] : offset;
}
