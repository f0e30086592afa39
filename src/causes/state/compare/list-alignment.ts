import {
  hasParts,
  type MemoryGraph,
  type NewValue,
  type ValueChange,
  type ValuePath,
  type Vertex,
} from "../../../../runtimes/protocol/state.ts";
import { changedRegions, type Region } from "../../../world/text/changed-regions.ts";

/** Which elements of two lists are the same, where some were put in between or left out. */
export interface Alignment {
  /** By their indices in the passing and in the failing run. */
  readonly pairs: readonly (readonly [passing: number, failing: number])[];
  readonly left: readonly number[];
  /** Elements of the failing run, and before which one of the passing run they belong. */
  readonly put: readonly { readonly index: number; readonly before: number }[];
}

/** An element that is put into a list, left out of it or replaced: where others are then depends on which else are. */
export interface Edit {
  readonly list: ValuePath;
  /** How long it is in the passing run. */
  readonly length: number;
  /** Which one is left out; or before which one, or instead of which, `put` belongs. */
  readonly at: number;
  readonly put?: NewValue;
  readonly instead?: true;
}

/** Undefined: that elements of the same index are the same explains as much, or nothing can be put in between there. */
export function alignmentOf(
  passing: MemoryGraph,
  failing: MemoryGraph,
  [own, other]: readonly [passing: number, failing: number],
): Alignment | undefined {
  const [a, b] = [passing.vertices[own]!, failing.vertices[other]!];
  if (!isList(a) || !isList(b) || a.edges!.length === b.edges!.length) return undefined;
  const textsOf = (graph: MemoryGraph, { edges = [] }: Vertex) => edges.map(([, part]) => textOf(graph.vertices, part));
  const [ours, theirs] = [textsOf(passing, a), textsOf(failing, b)];
  const longer = ours.length > theirs.length ? ours : theirs;
  const byIndex = longer.filter((_, i) => ours[i] !== theirs[i]).length;
  const regions = changedRegions(ours, theirs);
  const edits = regions.reduce((sum, { aCount, bCount }) => sum + Math.max(aCount, bCount), 0);
  return edits < byIndex ? alignedBy(regions, ours.length) : undefined;
}

function alignedBy(regions: readonly Region[], length: number): Alignment {
  const pairs: [number, number][] = [];
  const left: number[] = [];
  const put: { index: number; before: number }[] = [];
  let [a, b] = [0, 0];
  const same = (upTo: number) => {
    for (; a < upTo; a++, b++) pairs.push([a, b]);
  };
  for (const region of regions) {
    same(region.a + Math.min(region.aCount, region.bCount));
    for (; a < region.a + region.aCount; a++) left.push(a);
    for (; b < region.b + region.bCount; b++) put.push({ index: b, before: a });
  }
  same(length);
  return { pairs, left, put };
}

/** What can grow: an array of C is as long as it is. */
function isList({ kind, type, edges, length, cut }: Vertex): boolean {
  return kind === "array" && /^(Array|list)$/.test(type) && !cut && edges?.length === length;
}

/** How far down, and how many parts, are looked at to know an element again. */
const deepest = 2;
const mostParts = 20;

/** What an element says, without the numbers in it: those of lines and positions change with what is put in before. */
function textOf(vertices: readonly Vertex[], number: number, depth = 0): string {
  const vertex = vertices[number]!;
  const { type, value, edges = [] } = vertex;
  if (!hasParts(vertex)) return depth > 0 && Number.isFinite(Number(value)) ? type : `${type} ${value}`;
  if (depth === deepest) return type;
  const parts = edges.slice(0, mostParts).map(([label, part]) => `${label}: ${textOf(vertices, part, depth + 1)}`);
  return `${type} {${parts.join()}}`;
}

/** What some edits of one list make of it, element by element. */
export function changesBy(edits: readonly Edit[]): ValueChange[] {
  const { list, length } = edits[0]!;
  const element = (index: number): ValuePath => ({ root: list.root, steps: [...list.steps, String(index)] });
  const made: { value: NewValue; was?: number }[] = [];
  for (let at = 0; at <= length; at++) {
    const here = edits.filter((edit) => edit.at === at);
    made.push(...here.flatMap(({ put }) => (put ? [{ value: put }] : [])));
    const isLeft = at === length || here.some(({ put, instead }) => put === undefined || instead);
    if (!isLeft) made.push({ value: { path: element(at) }, was: at });
  }
  const moved = made.flatMap(({ value, was }, index) => (was === index ? [] : [{ at: element(index), to: value }]));
  const gone = Array.from({ length: Math.max(0, length - made.length) }, (_, i) => length - 1 - i);
  return [...moved, ...gone.map((index): ValueChange => ({ at: element(index), to: { gone: true } }))];
}
