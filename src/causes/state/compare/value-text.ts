import type { MemoryGraph, Vertex } from "../../../../runtimes/protocol/state.ts";

/** Maximum length of a value's text; a few parts of a thing are enough to recognise it. */
export const maxValueText = 60;
const maxParts = 3;
const maxPartText = 20;

/** A vertex for people: `7`, `"text"`, `Object {id: 3, …}`, `list of 2 (1, 2)`. */
export function vertexText({ vertices }: Pick<MemoryGraph, "vertices">, number: number): string {
  const vertex = vertices[number]!;
  const { value, kind, type, length, edges } = vertex;
  if (value !== undefined) return clip(value, maxValueText);
  const name = kind === "array" ? `${type} of ${length ?? edges?.length ?? 0}` : type;
  return `${name}${partsText(vertices, vertex)}`;
}

/** ` {id: 3, …}`: enough to tell a thing from others of its kind. */
export function partsText(vertices: readonly Vertex[], { kind, edges = [], length = edges.length }: Vertex): string {
  const isArray = kind === "array";
  const parts = edges.flatMap(([label, number]) => {
    const { value } = vertices[number]!;
    if (value === undefined || (!isArray && !/^[A-Za-z_$#][\w$]*$/.test(label))) return [];
    return isArray ? clip(value, maxPartText) : `${label}: ${clip(value, maxPartText)}`;
  });
  if (parts.length === 0) return "";
  const isAll = Math.max(length, edges.length) <= Math.min(parts.length, maxParts);
  const text = [...parts.slice(0, maxParts), ...(isAll ? [] : ["…"])].join(", ");
  return isArray ? ` (${text})` : ` {${text}}`;
}

function clip(text: string, max: number): string {
  return text.length > max ? `${text.slice(0, max)}…` : text;
}
