/**
 * Digests of what was not captured: equal digests mean equal values. Each object is read once, however many paths lead to it. What was
 * captured, or digested before, is digested as the path on which it was met first.
 */
import { createHash } from "node:crypto";
import { types } from "node:util";
import { crc32 } from "node:zlib";
import { type CutParts, chunkCount, chunkOf, chunkSize } from "../../protocol/state.ts";
import { elementsBetween, type Part } from "./object-parts.ts";
import type { ObjectReader } from "./object-reader.ts";
import { elementsOf, type Shape } from "./object-shapes.ts";
import { scalarFor } from "./scalars.ts";

/** Maximum number of values to read for digests; numbers in typed arrays count less. */
const maxCost = 20_000_000;
const numbersPerCost = 64;

/** A captured object, of which not all parts were captured. */
export interface CutObject {
  readonly object: object;
  readonly shape: Shape;
  readonly labels: ReadonlySet<string>;
}

/** The parts of an object in their chunks. The elements of an array are read only as they are needed. */
export function chunksOf(reader: ObjectReader, object: object, shape: Shape): Iterable<readonly Part[]> {
  if (shape === "array") return chunksOfArray(reader, object as readonly unknown[]);
  const parts = [...reader.partsOf(object, shape)];
  const { kind, length } = reader.describe(object, shape);
  const chunks: Part[][] = Array.from({ length: chunkCount({ kind, length: length ?? 0 }, parts.length) }, () => []);
  for (const part of parts) chunks[chunkOf(part[0], kind, chunks.length)]!.push(part);
  if (kind !== "array") for (const chunk of chunks) chunk.sort(([a], [b]) => (a < b ? -1 : 1));
  return chunks;
}

function* chunksOfArray(reader: ObjectReader, array: readonly unknown[]): Generator<readonly Part[]> {
  const count = chunkCount({ kind: "array", length: array.length }, 0);
  for (let i = 0; i < count; i++) {
    const elements = elementsBetween(array, i * chunkSize, Math.min(array.length, (i + 1) * chunkSize));
    yield i < count - 1 ? elements : [...elements, ...reader.otherPartsOf(array)];
  }
}

/** The number of a path from that of its beginning. */
export function extendPath(path: number, label: string): number {
  return crc32(label, path);
}

export class Digests {
  /** How many values were read. */
  values = 0;
  readonly #reader: ObjectReader;
  /** The paths of objects that were captured. */
  readonly #captured: ReadonlyMap<unknown, number>;
  /** Where other objects were met first. */
  readonly #met = new Map<object, string>();
  #cost = 0;

  constructor(reader: ObjectReader, captured: ReadonlyMap<unknown, number>) {
    this.#reader = reader;
    this.#captured = captured;
  }

  get isComplete(): boolean {
    return this.#cost <= maxCost;
  }

  cutPartsOf(cut: CutObject): CutParts {
    const { object, shape, labels } = cut;
    const elements = elementsOf(object, shape);
    if (elements) return this.#cutNumbers(elements, labels);
    const captured: number[] = [];
    const digests: (string | null)[] = [];
    for (const parts of this.isComplete ? chunksOf(this.#reader, object, shape) : []) {
      const number = digests.length;
      const isCaptured = parts.every(([label]) => labels.has(label));
      if (isCaptured) captured.push(number);
      digests.push(isCaptured ? null : this.#digest(parts, `${this.#captured.get(object)} ${number}`));
    }
    return this.isComplete ? { digests, captured } : { digests: [], captured: [] };
  }

  #cutNumbers(elements: Uint8Array, labels: ReadonlySet<string>): CutParts {
    const captured: number[] = [];
    const digests: (string | null)[] = [];
    const { length, byteOffset, BYTES_PER_ELEMENT: size } = elements;
    for (let start = 0; start < Math.max(1, length); start += chunkSize) {
      const count = Math.min(chunkSize, length - start);
      const isCaptured = Array.from({ length: count }).every((_, i) => labels.has(String(start + i)));
      if (isCaptured) captured.push(start / chunkSize);
      else this.values += count;
      this.#cost += isCaptured ? 0 : count / numbersPerCost;
      const bytes = new Uint8Array(elements.buffer, byteOffset + start * size, count * size);
      digests.push(isCaptured || !this.isComplete ? null : hashOf(bytes));
    }
    return { digests, captured };
  }

  /** Depth first, without recursion, because lists are deep. */
  #digest(parts: readonly Part[], path: string): string {
    const texts: string[] = [];
    const stack: Iterator<Part>[] = [parts[Symbol.iterator]()];
    while (stack.length > 0 && this.isComplete) {
      const next = stack.at(-1)!.next();
      if (next.done) {
        stack.pop();
        texts.push("\u0001");
        continue;
      }
      const [label, value] = next.value;
      this.values++;
      this.#cost++;
      const scalar = scalarFor(value);
      const text = scalar ? `${scalar.type} ${scalar.value}` : this.#referenceTo(value as object, path, texts.length);
      texts.push(`${label}\0${text ?? "new"}\0`);
      if (text === undefined) {
        const { description, inner } = this.#open(value as object);
        texts.push(description);
        stack.push(inner);
      }
    }
    return hashOf(texts.join(""));
  }

  /** Undefined: the object is met for the first time. */
  #referenceTo(object: object, path: string, ordinal: number): string | undefined {
    const captured = this.#captured.get(object);
    if (captured !== undefined) return `@${captured}`;
    const met = this.#met.get(object);
    if (met === undefined) this.#met.set(object, `${path} ${ordinal}`);
    return met === undefined ? undefined : `#${met}`;
  }

  #open(object: object): { description: string; inner: Iterator<Part> } {
    if (isPlain(object)) return { description: "Object", inner: plainParts(object)[Symbol.iterator]() };
    const shape = this.#reader.shapeOf(object);
    const { type, value, length } = this.#reader.describe(object, shape);
    const inner =
      value === undefined && shape !== "opaque" ? this.#reader.partsOf(object, shape) : [][Symbol.iterator]();
    return { description: `${type} ${value} ${length}`, inner };
  }
}

/** Most objects are plain ones, which can be read faster than by looking at everything that they might be. */
function isPlain(object: object): boolean {
  return typeof object === "object" && !types.isProxy(object) && Object.getPrototypeOf(object) === Object.prototype;
}

function plainParts(object: object): Part[] {
  const parts: Part[] = [];
  for (const key of Reflect.ownKeys(object)) {
    const descriptor = Object.getOwnPropertyDescriptor(object, key)!;
    if ("value" in descriptor) parts.push([String(key), descriptor.value]);
  }
  return parts;
}

export function hashOf(content: string | Uint8Array): string {
  return createHash("sha1").update(content).digest("hex").slice(0, 16);
}
