/** The memory graph: all that can be reached from the variables, each object once, breadth first, so that a limit cuts evenly. */

import type { Frame, Graph, RootName, Vertex } from "../protocol.ts";
import type { Memory } from "./memory.ts";
import { scalarText } from "./scalars.ts";
import type { Shape } from "./shapes.ts";

export interface Variable {
  readonly root: RootName;
  readonly value: unknown;
  /** Throws if it cannot be set. */
  readonly set: (value: unknown) => void;
}

interface Waiting {
  readonly object: object;
  readonly shape: Shape;
  readonly edges: [label: string, vertex: number][];
}

const defaultLimit = 100_000;

export function walk(
  memory: Memory,
  { stack, variables }: { readonly stack: readonly Frame[]; readonly variables: readonly Variable[] },
  limit = defaultLimit,
): Graph {
  const vertices: Vertex[] = [];
  const numbers = new Map<unknown, number>();
  const waiting: Waiting[] = [];
  let truncated = false;

  const add = (value: unknown): number | undefined => {
    const known = numbers.get(value);
    if (known !== undefined) return known;
    if (vertices.length >= limit) {
      truncated = true;
      return undefined;
    }
    const scalar = scalarText(value);
    return scalar ? vertices.push(scalar) - 1 : addObject(value as object);
  };

  const addObject = (object: object): number => {
    const shape = memory.shapeOf(object);
    const number = vertices.length;
    const vertex = { ...memory.describe(object, shape), address: String(number) };
    numbers.set(object, number);
    if (vertex.value === undefined) {
      const edges: Waiting["edges"] = [];
      vertices.push({ ...vertex, edges });
      waiting.push({ object, shape, edges });
    } else vertices.push(vertex);
    return number;
  };

  const roots = variables.flatMap(({ root, value }) => {
    const vertex = add(value);
    return vertex === undefined ? [] : [{ ...root, vertex }];
  });
  for (let next = 0; next < waiting.length && !truncated; next++) {
    const { object, shape, edges } = waiting[next]!;
    for (const [label, value] of memory.partsOf(object, shape)) {
      const vertex = add(value);
      if (vertex === undefined) break;
      edges.push([label, vertex]);
    }
  }
  return { stack, roots, vertices, truncated };
}
