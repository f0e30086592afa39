import {
  type CutParts,
  chunkSize,
  type DriverPlan,
  type MemoryGraph,
  type NewValue,
  type ValueChange,
  type ValuePath,
  type Vertex,
} from "../../../../runtimes/protocol/state.ts";
import type { ToyMachine } from "./machine.ts";

/** The memory of a machine as a driver writes it. Arrays of more than `maxValues` elements are cut after their first chunk. */
export function graphOf(
  machine: ToyMachine,
  file: string,
  { maxValues = Number.POSITIVE_INFINITY, chunks = [] }: Pick<DriverPlan, "maxValues" | "chunks"> = {},
): MemoryGraph {
  const { frames, globals } = machine;
  const wanted = new Map(chunks.map(({ at, chunks }) => [valueAt(machine, at), chunks]));
  let truncated = false;
  const vertices: Vertex[] = [];
  const numbers = new Map<unknown, number>();
  const add = (value: unknown): number => {
    const known = typeof value === "object" && value !== null ? numbers.get(value) : undefined;
    if (known !== undefined) return known;
    const number = vertices.push(scalarOf(value) ?? { type: "" }) - 1;
    if (vertices[number]!.value !== undefined) return number;
    numbers.set(value, number);
    const cut = Array.isArray(value) && value.length > maxValues ? cutOf(value, wanted.get(value)) : undefined;
    truncated ||= cut !== undefined;
    const isCaptured = (label: string) => cut?.captured.includes(Math.floor(Number(label) / chunkSize)) ?? true;
    const parts = Object.entries(value as object)
      .filter(([label]) => isCaptured(label))
      .map(([label, part]) => [label, add(part)] as const);
    vertices[number] = Array.isArray(value)
      ? { type: "Array", kind: "array", length: value.length, edges: parts, ...(cut ? { cut } : {}) }
      : { type: "Object", kind: "object", edges: parts };
    return number;
  };
  const innermostFirst = frames.toReversed();
  const ofFrames = innermostFirst.flatMap(({ variables }, frame) =>
    Object.entries(variables).map(([name, value]) => ({ frame, name, vertex: add(value) })),
  );
  const ofFile = Object.entries(globals).map(([name, value]) => ({ global: file, name, vertex: add(value) }));
  const stack = innermostFirst.map(({ function: name, line }) => ({ function: name, file, line }));
  return {
    stack,
    roots: [...ofFrames, ...ofFile],
    vertices,
    truncated,
    ...(truncated ? { total: countValues(machine) } : {}),
  };
}

function cutOf(array: readonly unknown[], wanted: readonly number[] = []): CutParts {
  const captured = [...new Set([0, ...wanted])];
  const count = Math.ceil(array.length / chunkSize);
  const digests = Array.from({ length: count }, (_, i) =>
    captured.includes(i) ? null : JSON.stringify(array.slice(i * chunkSize, (i + 1) * chunkSize)),
  );
  return { captured, digests };
}

function countValues({ frames, globals }: ToyMachine): number {
  const text = JSON.stringify([globals, ...frames.map(({ variables }) => variables)]);
  return text.split(",").length;
}

function scalarOf(value: unknown): Vertex | undefined {
  if (typeof value === "object" && value !== null) return undefined;
  return { type: typeof value, value: typeof value === "string" ? JSON.stringify(value) : String(value) };
}

/** Makes changes all at once: every path refers to the memory before the first of them. */
export function applyChanges(machine: ToyMachine, changes: readonly ValueChange[]): void {
  const assignments = changes.map(({ at, to }) => ({ ...slotOf(machine, at), to, value: newValue(machine, to) }));
  for (const { owner, key, to, value } of assignments) {
    if (!("gone" in to)) owner[key] = value;
    else if (Array.isArray(owner)) owner.length = Math.min(owner.length, Number(key));
    else delete owner[key];
  }
}

type Owner = Record<string, unknown>;

function slotOf({ frames, globals }: ToyMachine, { root, steps }: ValuePath): { owner: Owner; key: string } {
  let owner: Owner = "frame" in root ? frames.at(-1 - root.frame)!.variables : globals;
  const path = [root.name, ...steps];
  for (const step of path.slice(0, -1)) owner = owner[step] as Owner;
  return { owner, key: path.at(-1)! };
}

function valueAt(machine: ToyMachine, path: ValuePath): unknown {
  const { owner, key } = slotOf(machine, path);
  return owner[key];
}

function newValue(machine: ToyMachine, to: NewValue): unknown {
  if ("path" in to) {
    const { owner, key } = slotOf(machine, to.path);
    return owner[key];
  }
  if ("scalar" in to) return parseScalar(to.scalar, to.type);
  if (!("copy" in to)) return undefined;
  const copies = to.graph.map(({ kind, type, value }) =>
    value === undefined ? (kind === "array" ? [] : {}) : parseScalar(value, type),
  );
  for (const [number, path] of Object.entries(to.known)) {
    const { owner, key } = slotOf(machine, path);
    copies[Number(number)] = owner[key];
  }
  for (const [i, { edges = [] }] of to.graph.entries())
    for (const [label, part] of edges) (copies[i] as Owner)[label] = copies[part];
  return copies[to.copy];
}

function parseScalar(text: string, type: string): unknown {
  if (type === "string") return JSON.parse(text);
  if (type === "number") return Number(text);
  return type === "boolean" ? text === "true" : undefined;
}
