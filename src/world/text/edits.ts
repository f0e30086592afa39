import { DeltaSet } from "../../core/delta-set.ts";

/** In the base text, the bytes from `start` to `end` become `text`. */
export interface TextEdit {
  readonly start: number;
  readonly end: number;
  readonly text: Uint8Array;
  /** Where `text` stands in the text that all edits together lead to. */
  readonly origin: number;
}

/**
 * The difference between two texts as edits that lead from one to the other, in order and without overlap; a set of
 * deltas is the text with those edits made. None gives the one text, all give the other, byte for byte.
 */
export class TextEdits {
  readonly base: Uint8Array;
  readonly edits: readonly TextEdit[];

  constructor(base: Uint8Array, edits: readonly TextEdit[]) {
    this.base = base;
    this.edits = edits;
  }

  get all(): DeltaSet {
    return DeltaSet.range(0, this.edits.length);
  }

  compose(set: DeltaSet): Uint8Array {
    const parts: Uint8Array[] = [];
    let at = 0;
    for (const n of set) {
      const { start, end, text } = this.edits[n]!;
      parts.push(this.base.subarray(at, start), text);
      at = end;
    }
    parts.push(this.base.subarray(at));
    return Buffer.concat(parts);
  }

  /** What leads from one set's text to that of a larger one. */
  between(passing: DeltaSet, failing: DeltaSet): TextEdits {
    const rest: TextEdit[] = [];
    let shift = 0;
    for (const n of failing) {
      const edit = this.edits[n]!;
      const { start, end, text } = edit;
      if (passing.has(n)) shift += text.length - (end - start);
      else rest.push({ ...edit, start: start + shift, end: end + shift });
    }
    return new TextEdits(this.compose(passing), rest);
  }
}
