/** Ids of objects, classes, methods and fields in the virtual machine. */
export type Id = bigint;

/**
 * What kind of value follows: `I` int, `J` long, `L` an object, `s` a string, `[` an array, `c` a class, `t` a thread, and so on, as
 * in the protocol.
 */
export type Tag = string;

/** A value of the virtual machine; things are their ids, and null is 0. */
export interface JavaValue {
  readonly tag: Tag;
  readonly value: Id | number | boolean;
}

export const nullValue: JavaValue = { tag: "L", value: 0n };

export function isReference({ tag }: Pick<JavaValue, "tag">): boolean {
  return "L[stglc".includes(tag);
}

export function isNull(value: JavaValue): boolean {
  return isReference(value) && value.value === 0n;
}

/** The id of a thing. */
export function idOf({ value }: JavaValue): Id {
  return typeof value === "bigint" ? value : 0n;
}

/** The tag with which a value of a type is sent, by the type's signature: `L` for `Ljava/lang/String;`. */
export function tagOf(signature: string): Tag {
  return signature[0] ?? "V";
}

/** Where code is: an instruction of a method. */
export interface Location {
  /** Whether it is in a class or in an interface. */
  readonly typeTag: number;
  readonly type: Id;
  readonly method: Id;
  readonly index: number;
}
