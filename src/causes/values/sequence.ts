import { DeltaSet } from "../../core/delta-set.ts";
import { Pieces, type Unit } from "../../world/text/pieces.ts";

/** What can be cut into pieces: a list, a text, bytes. */
export type Value = string | Uint8Array | readonly unknown[];

/** The type of a part of a value: any string for a part of "abc", a list of the same items for a list. */
export type Widened<V> = V extends string
  ? string
  : V extends Uint8Array
    ? Uint8Array
    : V extends readonly (infer T)[]
      ? T[]
      : never;

/** A value cut into pieces; any set of them makes a value of the same type. */
export interface Sequence<V> {
  readonly all: DeltaSet;
  readonly compose: (set: DeltaSet) => V;
}

/** Lists are cut into items, texts into characters or lines, bytes into bytes, characters or lines. */
export function sequenceOf<V extends Value>(value: V, by?: Unit): Sequence<Widened<V>> {
  if (typeof value === "string") return joined(by === "lines" ? linesOf(value) : Array.from(value)) as Sequence<never>;
  if (value instanceof Uint8Array) return bytes(new Pieces(value, by ?? "bytes")) as Sequence<never>;
  return list(value) as Sequence<never>;
}

function list(items: readonly unknown[]): Sequence<unknown[]> {
  return {
    all: DeltaSet.range(0, items.length),
    compose: (set) => Array.from(set.ranges(), ([start, end]) => items.slice(start, end)).flat(1),
  };
}

function joined(pieces: readonly string[]): Sequence<string> {
  return {
    all: DeltaSet.range(0, pieces.length),
    compose: (set) => Array.from(set.ranges(), ([start, end]) => pieces.slice(start, end).join("")).join(""),
  };
}

function bytes(pieces: Pieces): Sequence<Uint8Array> {
  return { all: pieces.all, compose: (set) => pieces.compose(set) };
}

function linesOf(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}
