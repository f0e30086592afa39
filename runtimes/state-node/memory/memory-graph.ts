/**
 * The memory graph: everything reachable from the variables, each object once. It is read breadth first, and large objects piece by
 * piece, so that the limit on values does not cut off what stands after a large object.
 */

import {
  chunkSize,
  type DriverPlan,
  type GraphRoot,
  type MemoryGraph,
  type ValuePath,
  type Vertex,
} from "../../protocol/state.ts";
import { chunksOf, Digests, extendPath } from "./digests.ts";
import type { Part } from "./object-parts.ts";
import type { ObjectReader } from "./object-reader.ts";
import { elementsOf, type Shape } from "./object-shapes.ts";
import { scalarFor } from "./scalars.ts";
import { type ProgramState, rootKey, type Variable } from "./variables.ts";

const pieceSize = chunkSize;
/** Of a longer array of numbers only the first piece is captured. */
const maxNumbers = 10_000;

export function captureGraph(
  reader: ObjectReader,
  { stack, variables }: ProgramState,
  { maxValues, chunks }: CaptureLimits,
): MemoryGraph {
  return { stack, ...new GraphBuilder(reader, maxValues).build(variables, chunks) };
}

/** How much to capture. */
export type CaptureLimits = Required<Pick<DriverPlan, "maxValues" | "chunks">>;

/** An object whose parts were not all read yet. */
interface Unfinished {
  readonly index: number;
  readonly object: object;
  readonly shape: Shape;
  readonly parts: Iterator<Part>;
  readonly edges: [label: string, vertex: number][];
}

class GraphBuilder {
  readonly #reader: ObjectReader;
  readonly #maxValues: number;
  readonly #vertices: Vertex[] = [];
  readonly #indexes = new Map<unknown, number>();
  /** The paths on which objects were met first. */
  readonly #paths = new Map<unknown, number>();
  readonly #queue: Unfinished[] = [];
  #next = 0;
  /** Objects that were not read to their end, by their vertices. */
  readonly #unread = new Map<number, Unfinished>();
  #limit: number;

  constructor(reader: ObjectReader, maxValues: number) {
    this.#reader = reader;
    this.#maxValues = maxValues;
    this.#limit = maxValues;
  }

  /** Variables are captured however many there are. */
  build(variables: readonly Variable[], wanted: CaptureLimits["chunks"]): Omit<MemoryGraph, "stack"> {
    const roots = variables.map(({ root, value }) => ({
      ...root,
      vertex: this.#add(value, extendPath(0, JSON.stringify(root))),
    }));
    this.#readAll();
    this.#limit = 2 * this.#maxValues;
    for (const { at, chunks } of wanted) this.#addChunks(this.#vertexAt(roots, at), new Set(chunks));
    return { roots, vertices: this.#vertices, ...this.#finish() };
  }

  #readAll(): void {
    const queue = this.#queue;
    for (; this.#next < queue.length && !this.#isFull; this.#next++) {
      const unfinished = queue[this.#next]!;
      if (this.#readPiece(unfinished)) this.#unread.delete(unfinished.index);
      else if (!isLongArrayOfNumbers(unfinished)) queue.push(unfinished);
    }
    this.#next = queue.length;
  }

  /** Reads a piece of an object. Returns whether that was the last one. */
  #readPiece(unfinished: Unfinished): boolean {
    for (let count = 0; count < pieceSize && !this.#isFull; count++) {
      const part = unfinished.parts.next();
      if (part.done) return true;
      this.#link(unfinished, part.value);
    }
    return false;
  }

  #link({ object, edges }: Unfinished, [label, value]: Part): void {
    edges.push([label, this.#add(value, extendPath(this.#paths.get(object)!, label))]);
  }

  /** Parts beyond the limit, up to as many values again. */
  #addChunks(vertex: number | undefined, wanted: ReadonlySet<number>): void {
    const unfinished = vertex === undefined ? undefined : this.#unread.get(vertex);
    if (!unfinished) return;
    const known = new Set(unfinished.edges.map(([label]) => label));
    let number = 0;
    for (const parts of chunksOf(this.#reader, unfinished.object, unfinished.shape))
      if (wanted.has(number++))
        for (const part of parts) if (!this.#isFull && !known.has(part[0])) this.#link(unfinished, part);
    this.#readAll();
  }

  #vertexAt(roots: readonly GraphRoot[], { root, steps }: ValuePath): number | undefined {
    const key = rootKey(root);
    let vertex = roots.find((each) => rootKey(each) === key)?.vertex;
    for (const step of steps)
      vertex = vertex === undefined ? undefined : this.#vertices[vertex]!.edges?.find(([label]) => label === step)?.[1];
    return vertex;
  }

  /** Adds digests of what was not captured. */
  #finish(): Pick<MemoryGraph, "truncated" | "total"> {
    const digests = new Digests(this.#reader, this.#paths);
    let truncated = false;
    for (const unfinished of this.#unread.values()) {
      const { index, object, shape, parts, edges } = unfinished;
      const labels = new Set(edges.map(([label]) => label));
      let next = parts.next();
      while (!next.done && labels.has(next.value[0])) next = parts.next();
      if (next.done) continue;
      this.#vertices[index] = { ...this.#vertices[index]!, cut: digests.cutPartsOf({ object, shape, labels }) };
      truncated ||= !isLongArrayOfNumbers(unfinished);
    }
    const total = this.#vertices.length + digests.values;
    return { truncated, ...(truncated && digests.isComplete ? { total } : {}) };
  }

  get #isFull(): boolean {
    return this.#vertices.length >= this.#limit;
  }

  #add(value: unknown, path: number): number {
    const index = this.#indexes.get(value);
    if (index !== undefined) return index;
    const scalar = scalarFor(value);
    return scalar ? this.#vertices.push(scalar) - 1 : this.#addObject(value as object, path);
  }

  #addObject(object: object, path: number): number {
    const shape = this.#reader.shapeOf(object);
    const index = this.#vertices.length;
    const vertex = { ...this.#reader.describe(object, shape), address: String(index) };
    this.#indexes.set(object, index);
    this.#paths.set(object, path);
    if (vertex.value === undefined && shape !== "opaque") {
      const edges: Unfinished["edges"] = [];
      const unfinished = { index, object, shape, parts: this.#reader.partsOf(object, shape), edges };
      this.#vertices.push({ ...vertex, edges });
      this.#queue.push(unfinished);
      this.#unread.set(index, unfinished);
    } else this.#vertices.push(vertex);
    return index;
  }
}

function isLongArrayOfNumbers({ object, shape }: Unfinished): boolean {
  return (elementsOf(object, shape)?.length ?? 0) > maxNumbers;
}
