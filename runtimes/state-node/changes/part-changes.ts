/** Sets and removes parts of objects by their labels, without running a setter. */
import { isObjectKey, type Key, keyWithLabel } from "../memory/key-labels.ts";
import { propertyKey } from "../memory/object-parts.ts";
import type { ObjectReader } from "../memory/object-reader.ts";
import { dataProperty, elementsOf } from "../memory/object-shapes.ts";

interface PartRef {
  readonly object: object;
  readonly label: string;
  /** The key for an entry that the map does not have yet. */
  readonly newKey: () => Key | undefined;
}

export function setPart(reader: ObjectReader, { object, label, newKey }: PartRef, value: unknown): void {
  const shape = reader.shapeOf(object);
  if (shape === "opaque") throw new Error("it is inside an object whose parts are unknown");
  const elements = elementsOf(object, shape);
  if (reader.privateFields.has(object, label)) reader.privateFields.set(object, label, value);
  else if (elements) setTypedElement(elements, label, value);
  else if (shape === "map") setEntry(object as Map<unknown, unknown>, { label, newKey }, value);
  else if (shape === "set") replaceMember(object as Set<unknown>, label, value);
  else if (shape === "array" && isIndex(label)) setElement(object as unknown[], Number(label), value);
  else setProperty(object, propertyKey(object, label), value);
}

const isIndex = (label: string) => /^\d+$/.test(label);

function setTypedElement(array: Uint8Array, label: string, value: unknown): void {
  if (!(Number(label) < array.length)) throw new Error("the array's length is fixed");
  array[Number(label)] = value as number;
}

function setEntry(map: Map<unknown, unknown>, { label, newKey }: Omit<PartRef, "object">, value: unknown): void {
  // The change of the entry itself puts its key into the map.
  if (isObjectKey(label)) return;
  const found = keyWithLabel(Map.prototype.keys.call(map), label) ?? newKey();
  if (!found) throw new Error("its key is unknown");
  Map.prototype.set.call(map, found.key, value);
}

function replaceMember(set: Set<unknown>, label: string, value: unknown): void {
  const found = keyWithLabel(Set.prototype.values.call(set), label);
  if (found) Set.prototype.delete.call(set, found.key);
  Set.prototype.add.call(set, value);
}

/** An element beyond the end is appended: those that would stand before it are not among the changes. */
function setElement(array: unknown[], index: number, value: unknown): void {
  setProperty(array, Math.min(index, array.length), value);
}

export function setProperty(object: object, key: PropertyKey, value: unknown): void {
  const existing = Object.getOwnPropertyDescriptor(object, key);
  if (existing && !("value" in existing)) throw new Error("a getter computes it");
  const flags = existing ? {} : { writable: true, enumerable: true, configurable: true };
  Object.defineProperty(object, key, { ...flags, value });
}

export function removePart(reader: ObjectReader, object: object, label: string): void {
  const shape = reader.shapeOf(object);
  if (shape === "opaque") throw new Error("it is inside an object whose parts are unknown");
  if (elementsOf(object, shape)) throw new Error("the array's length is fixed");
  if (reader.privateFields.has(object, label)) throw new Error("it is a private field");
  if (shape === "map" || shape === "set") removeEntry(object as Map<unknown, unknown>, label);
  else if (shape === "array" && isIndex(label)) removeElement(object as unknown[], Number(label));
  else if (!Reflect.deleteProperty(object, propertyKey(object, label)))
    throw new Error("the property is not configurable");
}

/** Not by `splice`, which runs the constructor of a subclass. */
function removeElement(array: unknown[], index: number): void {
  if (index >= array.length) return;
  for (let i = index; i + 1 < array.length; i++) setProperty(array, i, dataProperty(array, i + 1));
  array.length--;
}

function removeEntry(entries: Map<unknown, unknown> | Set<unknown>, label: string): void {
  const prototype = entries instanceof Map ? Map.prototype : Set.prototype;
  const found = keyWithLabel(prototype.keys.call(entries as never), label);
  if (found) prototype.delete.call(entries as never, found.key);
}
