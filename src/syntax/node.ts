/**
 * A text as nested ranges of bytes, found by a grammar, a format's own rules or the layout of the text. Children are in
 * order inside their parent and do not overlap; bytes between them belong to the parent alone.
 */
export interface Node {
  readonly start: number;
  readonly end: number;
  /** The name of its kind in the grammar. */
  readonly kind: string;
  readonly role: Role;
  readonly children: readonly Node[];
  /** The name of its field in the parent, such as name or body. */
  readonly field?: string | undefined;
  /** The kinds that may stand in its place, where that is known. */
  readonly slot?: ReadonlySet<string> | undefined;
}

/**
 * What may happen to a node where it stands. An `item` may be left out: it is optional, or one of several. A `separator`
 * stands between two items of one list (or behind the last, as the comma in `[1, 2,]`) and goes with either. What is
 * `fixed` stays as long as its parent does. Neighbouring items and separators are one list.
 */
export type Role = "item" | "separator" | "fixed";
