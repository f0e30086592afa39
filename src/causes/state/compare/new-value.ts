import {
  hasParts,
  type NewValue,
  type ObjectCopy,
  type ValuePath,
  type Vertex,
} from "../../../../runtimes/protocol/state.ts";
import { pathText, valuePathOf } from "./access-path.ts";
import type { Pairing } from "./pairing.ts";
import { partsText, vertexText } from "./value-text.ts";

/** How to make a value of the failing run in the passing one; undefined: that is impossible. */
export function newValueFor(pairing: Pairing, failing: number): NewValue | undefined {
  const vertex = pairing.failing.vertices[failing]!;
  const { type, value, kind } = vertex;
  if (kind === "opaque" && !hasParts(vertex)) return undefined;
  if (value !== undefined) return { scalar: value, type };
  const partner = pairing.inPassing(failing);
  return partner === undefined ? copyOf(pairing, failing) : { path: pathTo(pairing, partner) };
}

/** What the passing run has under another name is shown by that name; what it does not have is new. */
export function newValueText(pairing: Pairing, failing: number, to: NewValue | undefined): string {
  const graph = pairing.failing;
  const vertex = graph.vertices[failing]!;
  if (to && "path" in to && vertex.kind !== "opaque") {
    const name = pathText(valuePathOf(pairing.namePathTo(pairing.inPassing(failing)!)));
    return `${name}${partsText(graph.vertices, vertex)}`;
  }
  return `${to && "copy" in to ? "a new " : ""}${vertexText(graph, failing)}`;
}

/** Copies a thing with everything it reaches, up to what the passing run has as well. Undefined: something cannot be copied. */
function copyOf(pairing: Pairing, failing: number): ObjectCopy | undefined {
  const numbers = new Map([[failing, 0]]);
  const known: Record<number, ValuePath> = {};
  const graph: Vertex[] = [];
  const numberOf = (vertex: number) => {
    const number = numbers.get(vertex) ?? numbers.size;
    numbers.set(vertex, number);
    return number;
  };
  for (const [vertex, number] of numbers) {
    const original = pairing.failing.vertices[vertex]!;
    const partner = hasParts(original) ? pairing.inPassing(vertex) : undefined;
    if (partner !== undefined) known[number] = pathTo(pairing, partner);
    else if (original.kind === "opaque" || original.cut) return undefined;
    const edges = partner === undefined ? original.edges : [];
    graph.push({ ...original, edges: edges?.map(([label, to]) => [label, numberOf(to)] as const) ?? [] });
  }
  return { copy: 0, graph, known };
}

function pathTo(pairing: Pairing, passing: number): ValuePath {
  return valuePathOf(pairing.pathTo(passing));
}
