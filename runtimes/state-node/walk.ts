/**
 * The memory graph: all that can be reached from the variables, each object once, breadth first, and large objects a piece at a
 * time, so that a limit cuts evenly.
 */

import type { MemoryGraph, StackFrame, VariableRef, Vertex } from "../protocol/state.ts";
import type { Memory } from "./memory.ts";
import type { Part } from "./parts.ts";
import { scalarText } from "./scalars.ts";

export interface Variable {
  readonly root: VariableRef;
  readonly value: unknown;
  /** Throws if it cannot be set. */
  readonly set: (value: unknown) => void;
}

interface Waiting {
  readonly number: number;
  readonly parts: Iterator<Part>;
  readonly edges: [label: string, vertex: number][];
}

const defaultLimit = 100_000;
const piece = 1000;

export function walk(
  memory: Memory,
  { stack, variables }: { readonly stack: readonly StackFrame[]; readonly variables: readonly Variable[] },
  limit = defaultLimit,
): MemoryGraph {
  return { stack, ...new Walk(memory, limit).from(variables) };
}

class Walk {
  readonly #memory: Memory;
  readonly #limit: number;
  readonly #vertices: Vertex[] = [];
  readonly #numbers = new Map<unknown, number>();
  readonly #waiting: Waiting[] = [];

  constructor(memory: Memory, limit: number) {
    this.#memory = memory;
    this.#limit = limit;
  }

  from(variables: readonly Variable[]): Omit<MemoryGraph, "stack"> {
    const roots = variables.flatMap(({ root, value }) => {
      const vertex = this.#add(value);
      return vertex === undefined ? [] : [{ ...root, vertex }];
    });
    const waiting = this.#waiting;
    let next = 0;
    for (; next < waiting.length && !this.#isFull; next++)
      if (!this.#take(waiting[next]!)) waiting.push(waiting[next]!);
    const cut = waiting.slice(next).filter((each) => !each.parts.next().done);
    for (const { number } of cut) this.#vertices[number] = { ...this.#vertices[number]!, cut: true };
    return { roots, vertices: this.#vertices, truncated: cut.length > 0 || roots.length < variables.length };
  }

  /** Takes a piece of an object; whether there is no more of it. */
  #take({ parts, edges }: Waiting): boolean {
    for (let taken = 0; taken < piece && !this.#isFull; taken++) {
      const part = parts.next();
      if (part.done) return true;
      const [label, value] = part.value;
      edges.push([label, this.#add(value)!]);
    }
    return false;
  }

  get #isFull(): boolean {
    return this.#vertices.length >= this.#limit;
  }

  /** Undefined: there is no room for it. */
  #add(value: unknown): number | undefined {
    const known = this.#numbers.get(value);
    if (known !== undefined || this.#isFull) return known;
    const scalar = scalarText(value);
    return scalar ? this.#vertices.push(scalar) - 1 : this.#addObject(value as object);
  }

  #addObject(object: object): number {
    const shape = this.#memory.shapeOf(object);
    const number = this.#vertices.length;
    const vertex = { ...this.#memory.describe(object, shape), address: String(number) };
    this.#numbers.set(object, number);
    if (vertex.value === undefined) {
      const edges: Waiting["edges"] = [];
      this.#vertices.push({ ...vertex, edges });
      this.#waiting.push({ number, parts: this.#memory.partsOf(object, shape), edges });
    } else this.#vertices.push(vertex);
    return number;
  }
}
