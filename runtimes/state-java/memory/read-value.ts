import type { Vertex } from "../../protocol/state.ts";
import type { Id, JavaValue } from "../jdwp/values.ts";
import type { JavaClass } from "./class-table.ts";
import type { FieldReader } from "./field-reader.ts";
import type { Part } from "./slot.ts";

/** A value with its parts. */
export interface ReadValue extends Pick<Vertex, "type" | "value" | "kind" | "length" | "fixed"> {
  /** Undefined: it has none, as plain values and what is not compared. */
  readonly parts?: readonly Part[];
  /** It is one thing, through whatever it is reached. */
  readonly hasIdentity?: true;
  /** More elements than the parts have: those from one index to another. */
  readonly more?: (from: number, to: number) => Promise<readonly Part[]>;
  /** More parts exist. */
  readonly isCut?: true;
}

/** Reads values of the program. */
export interface ValueReader {
  readonly fields: FieldReader;
  classOf(object: Id): Promise<JavaClass>;
  /** All elements of an array. */
  elements(array: Id): Promise<JavaValue[]>;
  read(value: JavaValue): Promise<ReadValue>;
}
