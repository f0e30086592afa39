/** The parts of an object by their labels: elements by index, properties by name, entries of maps and sets by key. */
import { types } from "node:util";
import { isObjectEntry, labelledKeys, objectKeyLabel } from "./key-labels.ts";
import { elementsOf, type Shape, typedLength } from "./object-shapes.ts";

export type Part = readonly [label: string, value: unknown];

export function* partsOf(object: object, shape: Shape): Generator<Part> {
  const elements = elementsOf(object, shape);
  if (elements) return yield* typedParts(elements);
  if (shape === "map") yield* mapParts(object as Map<unknown, unknown>);
  if (shape === "set") yield* setParts(object as Set<unknown>);
  if (shape !== "opaque") yield* dataProperties(object);
}

/** The elements of an array from one index to another. */
export function elementsBetween(array: readonly unknown[], start: number, end: number): Part[] {
  const parts: Part[] = [];
  for (let i = start; i < end; i++) {
    const descriptor = Object.getOwnPropertyDescriptor(array, i);
    if (descriptor && "value" in descriptor) parts.push([String(i), descriptor.value]);
  }
  return parts;
}

/** The data properties of an array that are no elements: the last of its keys. */
export function* namedParts(array: readonly unknown[]): Generator<Part> {
  const keys = Reflect.ownKeys(array);
  const lastElement = keys.findLastIndex((key) => typeof key === "string" && /^\d+$/.test(key));
  const named = new Set<PropertyKey>(keys.slice(lastElement + 1));
  if (named.size <= 1) return; // only its length
  for (const [label, key] of labelledProperties(array)) {
    const descriptor = Object.getOwnPropertyDescriptor(array, key);
    if (named.has(key) && descriptor && "value" in descriptor) yield [label, descriptor.value];
  }
}

function* typedParts(array: Uint8Array): Generator<Part> {
  for (let i = 0; i < typedLength(array); i++) yield [String(i), array[i]];
}

function* mapParts(map: Map<unknown, unknown>): Generator<Part> {
  for (const [label, key] of labelledKeys(Map.prototype.keys.call(map))) {
    if (isObjectEntry(label)) yield [objectKeyLabel(label), key];
    yield [label, Map.prototype.get.call(map, key)];
  }
}

function* setParts(set: Set<unknown>): Generator<Part> {
  yield* labelledKeys(Set.prototype.values.call(set));
}

function* dataProperties(object: object): Generator<Part> {
  for (const [label, key] of labelledProperties(object)) {
    const descriptor = Object.getOwnPropertyDescriptor(object, key);
    if (descriptor && "value" in descriptor) yield [label, descriptor.value];
  }
}

const functionProperties = new Set<PropertyKey>(["length", "name", "prototype", "arguments", "caller"]);

/** The `stack` of an error and what every function has are not state of the program. */
function isLeftOut(object: object, key: PropertyKey): boolean {
  if (typeof object === "function") return functionProperties.has(key);
  return key === "length" ? Array.isArray(object) : key === "stack" && types.isNativeError(object);
}

/** Of symbols that have the same text, the second is `Symbol(text)@2`. */
function* labelledProperties(object: object): Generator<[label: string, key: PropertyKey]> {
  const symbols = new Map<string, number>();
  for (const key of Reflect.ownKeys(object)) {
    if (isLeftOut(object, key)) continue;
    if (typeof key === "string") yield [key, key];
    else {
      const label = String(key);
      const count = (symbols.get(label) ?? 0) + 1;
      symbols.set(label, count);
      yield [count === 1 ? label : `${label}@${count}`, key];
    }
  }
}

/** The key of the property with this label. */
export function propertyKey(object: object, label: string): PropertyKey {
  if (Object.hasOwn(object, label) || !label.startsWith("Symbol(")) return label;
  for (const [each, key] of labelledProperties(object)) if (each === label) return key;
  throw new Error("there is no such symbol here");
}
