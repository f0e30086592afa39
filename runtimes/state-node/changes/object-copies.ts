import type { ObjectCopy, ValuePath, Vertex } from "../../protocol/state.ts";
import { isObjectEntry, keyFromText, objectKeyLabel } from "../memory/key-labels.ts";
import type { ObjectReader } from "../memory/object-reader.ts";
import { dataProperty, withoutPrototype } from "../memory/object-shapes.ts";
import { scalarValue } from "../memory/scalars.ts";
import type { Variable } from "../memory/variables.ts";
import { setPart, setProperty } from "./part-changes.ts";
import { findPrototypes } from "./prototypes.ts";

/** Creates objects like those in another run's graph. No constructor runs: an object gets its prototype and its parts. */
export class ObjectCopies {
  readonly #reader: ObjectReader;
  readonly #variables: readonly Variable[];
  readonly #valueAt: (path: ValuePath) => unknown;
  /** By their address in the other run: changes that copy the same object share the copy. */
  readonly #copies = new Map<string, object>();
  #prototypes: ReadonlyMap<string, object> | undefined;

  constructor(reader: ObjectReader, variables: readonly Variable[], valueAt: (path: ValuePath) => unknown) {
    this.#reader = reader;
    this.#variables = variables;
    this.#valueAt = valueAt;
  }

  create(copy: ObjectCopy): unknown {
    return this.#create(copy, copy.copy, new Map());
  }

  /** `local`: the objects without an address that this copy contains. */
  #create(copy: ObjectCopy, index: number, local: Map<number, object>): unknown {
    const known = copy.known[index];
    if (known) return this.#valueAt(known);
    const vertex = copy.graph[index]!;
    const { type, kind, value, address } = vertex;
    if (kind === undefined && address === undefined) return scalarValue({ type, value: value ?? "undefined" });
    const existing = address === undefined ? local.get(index) : this.#copies.get(address);
    if (existing) return existing;
    const object = this.#createEmpty(vertex);
    if (address === undefined) local.set(index, object);
    else this.#copies.set(address, object);
    this.#fill(object, vertex, (part) => this.#create(copy, part, local));
    return object;
  }

  #createEmpty({ type, kind, value, length = 0 }: Vertex): object {
    if (kind === "opaque") throw new Error(`a ${type} cannot be copied from another run`);
    if (value !== undefined) return scalarValue({ type, value }) as object;
    const prototype = this.#prototypeOf(type, kind);
    if (kind === "array" && type in byteHolders) return byteHolders[type]!(length);
    if (kind === "array" && isTypedPrototype(prototype)) return createTypedArray(prototype, length);
    const empty = kind === "array" ? [] : kind === "map" ? new Map() : kind === "set" ? new Set() : {};
    return Object.getPrototypeOf(empty) === prototype ? empty : Object.setPrototypeOf(empty, prototype);
  }

  #fill(object: object, { edges = [], length }: Vertex, create: (part: number) => unknown): void {
    const vertices = new Map(edges);
    for (const [label, part] of edges) {
      const newKey = () => {
        if (!isObjectEntry(label)) return keyFromText(label);
        const key = vertices.get(objectKeyLabel(label));
        return key === undefined ? undefined : { key: create(key) };
      };
      if (label.startsWith("#")) throw new Error("private fields cannot be created");
      // Directly, so that holes of the array stay holes.
      if (Array.isArray(object)) setProperty(object, label, create(part));
      else setPart(this.#reader, { object, label, newKey }, create(part));
    }
    if (Array.isArray(object) && length !== undefined) object.length = length;
  }

  #prototypeOf(type: string, kind: Vertex["kind"]): object | null {
    if (type === withoutPrototype) return null;
    const builtIn = (globalThis as Record<string, unknown>)[type];
    if (typeof builtIn === "function" && (kind !== "object" || type === "Object" || type.endsWith("Error"))) {
      return builtIn.prototype as object;
    }
    this.#prototypes ??= findPrototypes(this.#reader, this.#variables);
    const found = this.#prototypes.get(type);
    if (!found) throw new Error(`there is no object of class ${type} here whose prototype a copy could have`);
    return found;
  }
}

/** What has bytes, and is no typed array. */
const byteHolders: Readonly<Record<string, (length: number) => object>> = {
  ArrayBuffer: (length) => new ArrayBuffer(length),
  SharedArrayBuffer: (length) => new SharedArrayBuffer(length),
  DataView: (length) => new DataView(new ArrayBuffer(length)),
};

const typedPrototype = Object.getPrototypeOf(Uint8Array.prototype);

function isTypedPrototype(prototype: object | null): prototype is object {
  return prototype !== null && Object.prototype.isPrototypeOf.call(typedPrototype, prototype);
}

function createTypedArray(prototype: object, length: number): object {
  if (prototype === Buffer.prototype) return Buffer.alloc(length);
  return Reflect.construct(dataProperty(prototype, "constructor") as typeof Uint8Array, [length]);
}
