/** Sets and takes away parts of objects under their labels, without running a setter. */
import type { Memory } from "./memory.ts";
import { keyLabelled, propertyKey } from "./parts.ts";
import { dataOf } from "./shapes.ts";

interface Where {
  readonly object: object;
  readonly label: string;
  /** The key for an entry of a map that is not there yet. */
  readonly key: () => { readonly key: unknown } | undefined;
}

export function put(memory: Memory, { object, label, key }: Where, value: unknown): void {
  const shape = memory.shapeOf(object);
  if (shape === "opaque") throw new Error("nothing is known of what holds it");
  if (memory.privates.has(object, label)) memory.privates.write(object, label, value);
  else if (shape === "typed") putTyped(object as Uint8Array, label, value);
  else if (shape === "map") putEntry(object as Map<unknown, unknown>, { label, key }, value);
  else if (shape === "set") putMember(object as Set<unknown>, label, value);
  else if (shape === "array" && isIndex(label)) putElement(object as unknown[], Number(label), value);
  else putProperty(object, propertyKey(object, label), value);
}

const isIndex = (label: string) => /^\d+$/.test(label);
/** Keys go with their entries. */
const isKey = (label: string) => label.startsWith("{") && label.endsWith(" key");

function putTyped(array: Uint8Array, label: string, value: unknown): void {
  if (!(Number(label) < array.length)) throw new Error("its length is fixed");
  array[Number(label)] = value as number;
}

function putEntry(map: Map<unknown, unknown>, { label, key }: Pick<Where, "label" | "key">, value: unknown): void {
  if (isKey(label)) return;
  const found = keyLabelled(Map.prototype.keys.call(map), label) ?? key();
  if (!found) throw new Error("its key is not known");
  Map.prototype.set.call(map, found.key, value);
}

/** A member of a set is its own label: another one in its place is another member. */
function putMember(set: Set<unknown>, label: string, value: unknown): void {
  const found = keyLabelled(Set.prototype.values.call(set), label);
  if (found) Set.prototype.delete.call(set, found.key);
  Set.prototype.add.call(set, value);
}

/** Elements that would come before it were left out. */
function putElement(array: unknown[], index: number, value: unknown): void {
  putProperty(array, Math.min(index, array.length), value);
}

export function putProperty(object: object, key: PropertyKey, value: unknown): void {
  const known = Object.getOwnPropertyDescriptor(object, key);
  if (known && !("value" in known)) throw new Error("it is computed by a getter");
  const flags = known ? {} : { writable: true, enumerable: true, configurable: true };
  Object.defineProperty(object, key, { ...flags, value });
}

export function remove(memory: Memory, object: object, label: string): void {
  const shape = memory.shapeOf(object);
  if (shape === "typed") throw new Error("its length is fixed");
  if (shape === "opaque" || memory.privates.has(object, label)) throw new Error("it cannot be taken away");
  if (shape === "map" || shape === "set") removeEntry(object as Map<unknown, unknown>, label);
  else if (shape === "array" && isIndex(label)) removeElement(object as unknown[], Number(label));
  else if (!Reflect.deleteProperty(object, propertyKey(object, label))) throw new Error("it cannot be taken away");
}

/** Not by `splice`, which asks a subclass what to return. */
function removeElement(array: unknown[], index: number): void {
  if (index >= array.length) return;
  for (let i = index; i + 1 < array.length; i++) putProperty(array, i, dataOf(array, i + 1));
  array.length--;
}

function removeEntry(entries: Map<unknown, unknown> | Set<unknown>, label: string): void {
  const prototype = entries instanceof Map ? Map.prototype : Set.prototype;
  const found = keyLabelled(prototype.keys.call(entries as never), label);
  if (found) prototype.delete.call(entries as never, found.key);
}
