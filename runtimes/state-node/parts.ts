/**
 * The parts of an object under their labels: elements by index, members by name, entries of maps by the text of their key, of sets
 * by their own. Keys that are objects have no text: the n-th entry of such a map is `{n}`, its key `{n} key`.
 */
import { types } from "node:util";
import { scalarOf, scalarText } from "./scalars.ts";
import { type Shape, typedLength } from "./shapes.ts";

export type Part = readonly [label: string, value: unknown];

export function* partsOf(object: object, shape: Shape): Generator<Part> {
  if (shape === "typed") yield* typedParts(object as Uint8Array);
  if (shape === "map") yield* mapParts(object as Map<unknown, unknown>);
  if (shape === "set") yield* setParts(object as Set<unknown>);
  if (shape !== "typed" && shape !== "opaque") yield* members(object);
}

function* typedParts(array: Uint8Array): Generator<Part> {
  for (let i = 0; i < typedLength(array); i++) yield [String(i), array[i]];
}

function* mapParts(map: Map<unknown, unknown>): Generator<Part> {
  for (const [label, key] of labelledKeys(Map.prototype.keys.call(map))) {
    if (isEntry(label)) yield [keyLabel(label), key];
    yield [label, Map.prototype.get.call(map, key)];
  }
}

function* setParts(set: Set<unknown>): Generator<Part> {
  yield* labelledKeys(Set.prototype.values.call(set));
}

/** Data of its own. */
function* members(object: object): Generator<Part> {
  for (const [label, key] of labelledProperties(object)) {
    const descriptor = Object.getOwnPropertyDescriptor(object, key);
    if (descriptor && "value" in descriptor) yield [label, descriptor.value];
  }
}

const ofFunctions = new Set<PropertyKey>(["length", "name", "prototype", "arguments", "caller"]);

/** What `stack` says, and what every function has, is no state of the program. */
function isLeftOut(object: object, key: PropertyKey): boolean {
  if (typeof object === "function") return ofFunctions.has(key);
  return key === "length" ? Array.isArray(object) : key === "stack" && types.isNativeError(object);
}

/** Symbols may look the same: the second of them is told as such. */
function* labelledProperties(object: object): Generator<[label: string, key: PropertyKey]> {
  const symbols = new Map<string, number>();
  for (const key of Reflect.ownKeys(object)) {
    if (isLeftOut(object, key)) continue;
    if (typeof key === "string") yield [key, key];
    else {
      const label = String(key);
      const times = (symbols.get(label) ?? 0) + 1;
      symbols.set(label, times);
      yield [times === 1 ? label : `${label}@${times}`, key];
    }
  }
}

function* labelledKeys(keys: Iterable<unknown>): Generator<Part> {
  let entry = 0;
  for (const key of keys) yield [keyText(key) ?? `{${entry++}}`, key];
}

function keyText(key: unknown): string | undefined {
  const scalar = scalarText(key);
  if (!scalar) return undefined;
  return scalar.type === "bigint" ? `${scalar.value}n` : scalar.type === "symbol" ? `@${scalar.value}` : scalar.value;
}

/** The key that a text of a key means; undefined: it is none. */
export function keyOfText(text: string): { readonly key: unknown } | undefined {
  const [type, value] = /^"/.test(text)
    ? ["string", text]
    : /^@"/.test(text)
      ? ["symbol", text.slice(1)]
      : /^-?\d+n$/.test(text)
        ? ["bigint", text.slice(0, -1)]
        : /^(true|false)$/.test(text)
          ? ["boolean", text]
          : /^(null|undefined)$/.test(text)
            ? [text, text]
            : ["number", text];
  if (type === "number" && Number.isNaN(Number(value)) && value !== "NaN") return undefined;
  return { key: scalarOf({ type, value }) };
}

export const isEntry = (label: string): boolean => /^\{\d+\}$/.test(label);
export const keyLabel = (label: string): string => `${label} key`;

/** The key of the entry with this label; undefined: there is none. */
export function keyLabelled(keys: Iterable<unknown>, label: string): { readonly key: unknown } | undefined {
  for (const [each, key] of labelledKeys(keys)) if (each === label) return { key };
  return undefined;
}

/** The key of the property that is told by this label. */
export function propertyKey(object: object, label: string): PropertyKey {
  if (Object.hasOwn(object, label) || !label.startsWith("Symbol(")) return label;
  for (const [each, key] of labelledProperties(object)) if (each === label) return key;
  throw new Error("its symbol is not known here");
}
