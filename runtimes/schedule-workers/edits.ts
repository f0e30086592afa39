import { partitionPoint as countWhile } from "../shared/partition-point.ts";

/** Text to put into a source instead of the part from `start` to `end`. */
interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Changes to a source that leave every line where it is. Those at one place stay in the order in which they were made. */
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
    const lines = this.#source.slice(start, end).replace(/[^\n\u2028\u2029]/g, "");
    this.#edits.push({ start, end, text: text + lines });
  }

  /** The source with the changes, and by how much each of them moves what is behind it. */
  done(): { readonly text: string; readonly moves: readonly Move[] } {
    const moves: Move[] = [];
    let text = "";
    let from = 0;
    for (const edit of this.#edits.toSorted((a, b) => a.start - b.start)) {
      text += this.#source.slice(from, edit.start) + edit.text;
      from = edit.end;
      moves.push([text.length, edit.end]);
    }
    return { text: text + this.#source.slice(from), moves };
  }
}

/** From this offset on the new text is the old one from that offset on. */
export type Move = readonly [now: number, before: number];

/** Where something in the new text was in the old one. */
export function before(moves: readonly Move[], offset: number): number {
  const move = moves[countWhile(moves, ([now]) => now <= offset) - 1];
  return move ? move[1] + offset - move[0] : offset;
}
