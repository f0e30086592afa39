import type { MemoryGraph, Vertex } from "../../../../runtimes/protocol/state.ts";

/** The beginning of a value is enough, and a few parts of a thing, to know which one it is. */
export const longest = 60;
const mostParts = 3;
const longestPart = 20;

/** What stands at a vertex, for people: `7`, `"text"`, `Object {id: 3, …}`, `list of 2 (1, 2)`. */
export function shown({ vertices }: Pick<MemoryGraph, "vertices">, number: number): string {
  const vertex = vertices[number]!;
  const { value, kind, type, length, edges } = vertex;
  if (value !== undefined) return clipped(value, longest);
  const name = kind === "array" ? `${type} of ${length ?? edges?.length ?? 0}` : type;
  return `${name}${partsOf(vertices, vertex)}`;
}

/** ` {id: 3, …}`: by what a thing is known among others of its kind. */
export function partsOf(vertices: readonly Vertex[], { kind, edges = [], length = edges.length }: Vertex): string {
  const isArray = kind === "array";
  const told = edges.flatMap(([label, number]) => {
    const { value } = vertices[number]!;
    if (value === undefined || (!isArray && !/^[A-Za-z_$#][\w$]*$/.test(label))) return [];
    return isArray ? clipped(value, longestPart) : `${label}: ${clipped(value, longestPart)}`;
  });
  if (told.length === 0) return "";
  const all = Math.max(length, edges.length);
  const text = [...told.slice(0, mostParts), ...(all > Math.min(told.length, mostParts) ? ["…"] : [])].join(", ");
  return isArray ? ` (${text})` : ` {${text}}`;
}

function clipped(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most)}…` : text;
}
