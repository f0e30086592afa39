import type { Id, JavaValue } from "../jdwp/values.ts";

/** Where a value is kept; `signature` is the type of what may be there. */
export type Slot = { readonly signature: string } & (
  | { readonly kind: "local"; readonly frame: number; readonly slot: number }
  | { readonly kind: "field"; readonly object: Id; readonly field: Id }
  | { readonly kind: "static"; readonly type: Id; readonly field: Id }
  | { readonly kind: "element"; readonly array: Id; readonly index: number }
);

/** A part of a thing. */
export interface Part {
  readonly label: string;
  readonly value: JavaValue;
  /** Undefined: it cannot be replaced, like the key of a map. */
  readonly slot?: Slot;
}
