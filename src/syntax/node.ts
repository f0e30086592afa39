/**
 * A text as nested stretches of bytes: what a grammar, a format's own rules or the look of the text makes of it. Children
 * stand in order inside their parent and do not overlap; bytes between them belong to the parent alone.
 */
export interface Node {
  readonly start: number;
  readonly end: number;
  /** What it is, in the words of its grammar. */
  readonly kind: string;
  readonly role: Role;
  readonly children: readonly Node[];
  /** What it is to its parent, in the words of the grammar: its name, its body. */
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
