/**
 * The memory graph: everything reachable from the variables, each object once. It is read breadth first, and large objects piece by
 * piece, so that the limit on values does not cut off what stands after a large object.
 */

import type { MemoryGraph, Vertex } from "../../protocol/state.ts";
import type { Part } from "./object-parts.ts";
import type { ObjectReader } from "./object-reader.ts";
import { scalarFor } from "./scalars.ts";
import type { ProgramState, Variable } from "./variables.ts";

const pieceSize = 1000;

export function captureGraph(reader: ObjectReader, { stack, variables }: ProgramState, maxValues: number): MemoryGraph {
  return { stack, ...new GraphBuilder(reader, maxValues).build(variables) };
}

/** An object whose parts were not all read yet. */
interface Unfinished {
  readonly index: number;
  readonly parts: Iterator<Part>;
  readonly edges: [label: string, vertex: number][];
}

class GraphBuilder {
  readonly #reader: ObjectReader;
  readonly #maxValues: number;
  readonly #vertices: Vertex[] = [];
  readonly #indexes = new Map<unknown, number>();
  readonly #queue: Unfinished[] = [];

  constructor(reader: ObjectReader, maxValues: number) {
    this.#reader = reader;
    this.#maxValues = maxValues;
  }

  build(variables: readonly Variable[]): Omit<MemoryGraph, "stack"> {
    const roots = variables.flatMap(({ root, value }) => {
      const vertex = this.#add(value);
      return vertex === undefined ? [] : [{ ...root, vertex }];
    });
    const queue = this.#queue;
    let next = 0;
    for (; next < queue.length && !this.#isFull; next++) if (!this.#readPiece(queue[next]!)) queue.push(queue[next]!);
    const cut = queue.slice(next).filter((each) => !each.parts.next().done);
    for (const { index } of cut) this.#vertices[index] = { ...this.#vertices[index]!, cut: true };
    return { roots, vertices: this.#vertices, truncated: cut.length > 0 || roots.length < variables.length };
  }

  /** Reads a piece of an object. Returns whether that was the last one. */
  #readPiece({ parts, edges }: Unfinished): boolean {
    for (let count = 0; count < pieceSize && !this.#isFull; count++) {
      const part = parts.next();
      if (part.done) return true;
      const [label, value] = part.value;
      edges.push([label, this.#add(value)!]);
    }
    return false;
  }

  get #isFull(): boolean {
    return this.#vertices.length >= this.#maxValues;
  }

  /** Undefined: there are too many values already. */
  #add(value: unknown): number | undefined {
    const index = this.#indexes.get(value);
    if (index !== undefined || this.#isFull) return index;
    const scalar = scalarFor(value);
    return scalar ? this.#vertices.push(scalar) - 1 : this.#addObject(value as object);
  }

  #addObject(object: object): number {
    const shape = this.#reader.shapeOf(object);
    const index = this.#vertices.length;
    const vertex = { ...this.#reader.describe(object, shape), address: String(index) };
    this.#indexes.set(object, index);
    if (vertex.value === undefined) {
      const edges: Unfinished["edges"] = [];
      this.#vertices.push({ ...vertex, edges });
      this.#queue.push({ index, parts: this.#reader.partsOf(object, shape), edges });
    } else this.#vertices.push(vertex);
    return index;
  }
}
