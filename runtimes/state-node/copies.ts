/** New objects like those of another run's graph. No constructor is run: an object gets its prototype and its parts. */

import type { ObjectCopy, ValuePath, Vertex } from "../protocol/state.ts";
import type { Memory } from "./memory.ts";
import { isEntry, keyLabel, keyOfText } from "./parts.ts";
import { put, putProperty } from "./put.ts";
import { scalarOf } from "./scalars.ts";
import { dataOf, nameOf, typeOf, withoutPrototype } from "./shapes.ts";
import type { Variable } from "./walk.ts";

export class Copies {
  readonly #memory: Memory;
  readonly #variables: readonly Variable[];
  readonly #valueAt: (path: ValuePath) => unknown;
  /** Changes that copy the same object of the other run share the copy. */
  readonly #made = new Map<string, object>();
  #prototypes: ReadonlyMap<string, object> | undefined;

  constructor(memory: Memory, variables: readonly Variable[], valueAt: (path: ValuePath) => unknown) {
    this.#memory = memory;
    this.#variables = variables;
    this.#valueAt = valueAt;
  }

  make(copy: ObjectCopy): unknown {
    return this.#make(copy, copy.copy, new Map());
  }

  #make(copy: ObjectCopy, number: number, local: Map<number, object>): unknown {
    const known = copy.known[number];
    if (known) return this.#valueAt(known);
    const vertex = copy.graph[number]!;
    if (vertex.kind === undefined && vertex.address === undefined) return scalarOf(scalarIn(vertex));
    const shared = vertex.address === undefined ? local.get(number) : this.#made.get(vertex.address);
    if (shared) return shared;
    const object = this.#blank(vertex);
    if (vertex.address === undefined) local.set(number, object);
    else this.#made.set(vertex.address, object);
    this.#fill(object, vertex, (part) => this.#make(copy, part, local));
    return object;
  }

  #blank(vertex: Vertex): object {
    const { type, kind, value } = vertex;
    if (kind === "opaque") throw new Error(`a ${type} cannot be copied from another run`);
    if (value !== undefined) return scalarOf({ type, value }) as object;
    const prototype = this.#prototypeOf(type, kind);
    if (kind === "array" && isTypedPrototype(prototype)) return typed(prototype, vertex.length ?? 0);
    const blank = kind === "array" ? [] : kind === "map" ? new Map() : kind === "set" ? new Set() : {};
    return Object.getPrototypeOf(blank) === prototype ? blank : Object.setPrototypeOf(blank, prototype);
  }

  #fill(object: object, { edges = [], length }: Vertex, make: (part: number) => unknown): void {
    const keys = new Map(edges.filter(([label]) => label.endsWith(" key")));
    for (const [label, part] of edges) {
      const own = keys.get(keyLabel(label));
      const key = () => (isEntry(label) ? (own !== undefined ? { key: make(own) } : undefined) : keyOfText(label));
      if (label.startsWith("#")) throw new Error("private fields cannot be made");
      // What is missing between the elements of an array is missing in its copy.
      if (Array.isArray(object)) putProperty(object, label, make(part));
      else put(this.#memory, { object, label, key }, make(part));
    }
    if (Array.isArray(object) && length !== undefined) object.length = length;
  }

  #prototypeOf(type: string, kind: Vertex["kind"]): object | null {
    if (type === withoutPrototype) return null;
    const builtIn = (globalThis as Record<string, unknown>)[type];
    if (typeof builtIn === "function" && (kind !== "object" || type === "Object" || type.endsWith("Error"))) {
      return builtIn.prototype as object;
    }
    this.#prototypes ??= prototypesIn(this.#memory, this.#variables);
    const found = this.#prototypes.get(type);
    if (!found) throw new Error(`there is no object of class ${type} here to be the model of another`);
    return found;
  }
}

function scalarIn({ type, value }: Vertex) {
  return { type, value: value ?? "undefined" };
}

const typedPrototype = Object.getPrototypeOf(Uint8Array.prototype);
const isTypedPrototype = (prototype: object | null): boolean =>
  prototype !== null && Object.prototype.isPrototypeOf.call(typedPrototype, prototype);

function typed(prototype: object | null, length: number): object {
  if (prototype === Buffer.prototype) return Buffer.alloc(length);
  return Reflect.construct(dataOf(prototype!, "constructor") as typeof Uint8Array, [length]);
}

/** The classes of all objects that can be reached, and all that are reachable themselves, by name. */
function prototypesIn(memory: Memory, variables: readonly Variable[]): Map<string, object> {
  const found = new Map<string, object>();
  const seen = new Set<unknown>();
  const waiting = variables.map(({ value }) => value);
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (value === null || !/^(object|function)$/.test(typeof value) || seen.has(value)) continue;
    seen.add(value);
    const object = value as object;
    const shape = memory.shapeOf(object);
    if (typeof object === "function") {
      const prototype = dataOf(object, "prototype");
      if (typeof prototype === "object" && prototype !== null) found.set(nameOf(object), prototype);
    } else if (shape !== "opaque") {
      const type = typeOf(object);
      if (!found.has(type)) found.set(type, Object.getPrototypeOf(object));
      for (const [, part] of memory.partsOf(object, shape)) waiting.push(part);
    }
  }
  return found;
}
