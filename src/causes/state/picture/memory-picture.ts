/** What there is of a thing in the run that passes, and in the one that fails. */
export interface InBoth<T> {
  readonly passing?: T;
  readonly failing?: T;
}

/**
 * An extract of what two runs know at a place, small enough to be read: one list of boxes for both, so that the same thing can
 * be drawn at the same place twice. Plain JSON.
 */
export interface MemoryPicture {
  /** Calls first, the innermost at the top, then the variables of files, then what these lead to. */
  readonly boxes: readonly PictureBox[];
}

export interface PictureBox {
  /** A call under way, calls that are left out, the variables of a file, or a thing in memory. */
  readonly kind: "call" | "calls" | "file" | "thing";
  /** What it is called; a run in which it has no title does not have it. */
  readonly title: InBoth<string>;
  /** Where a call is, `sample.c:12`. */
  readonly place?: InBoth<string>;
  readonly rows: readonly PictureRow[];
}

export interface PictureRow extends InBoth<PictureCell> {
  readonly label: string;
  /** `cause`: on this the failure depends; `changed`: it is not the same in both runs. */
  readonly mark?: "cause" | "changed";
}

export interface PictureCell {
  /** The value, or what kind of thing it is; of rows that are left out, nothing. */
  readonly text: string;
  /** The box that it leads to, and the row there where it is only that. */
  readonly to?: { readonly box: number; readonly row?: number };
  /** So many things on the way there are left out. */
  readonly skipped?: number;
  /** It stands for so many rows that are left out. */
  readonly more?: number;
}
