import {
  hasParts,
  type MemoryGraph,
  type NewValue,
  type ValueChange,
  type ValuePath,
  type Vertex,
} from "../../../../runtimes/protocol/state.ts";
import { changedRegions, type Region } from "../../../world/text/changed-regions.ts";

/** Which elements of two lists are the same, where the failing run has more or fewer of them. */
export interface ListAlignment {
  /** Indices in the passing and in the failing run. */
  readonly pairs: readonly (readonly [passing: number, failing: number])[];
  /** Indices in the passing run. */
  readonly removed: readonly number[];
  /** Indices in the failing run, each with the index in the passing run before which the element belongs. */
  readonly inserted: readonly { readonly index: number; readonly before: number }[];
}

/** One element that is inserted, removed or replaced. The indices of the others depend on which edits are made together. */
export interface ListEdit {
  readonly list: ValuePath;
  /** Of the list in the passing run. */
  readonly length: number;
  /** The index of the element that is removed or replaced, or before which one is inserted. */
  readonly at: number;
  /** Undefined: the element is removed. */
  readonly value?: NewValue;
  readonly replaces?: true;
}

/** Undefined: pairing elements by index explains as much, or elements cannot be inserted there. */
export function alignLists(
  passing: MemoryGraph,
  failing: MemoryGraph,
  [ofPassing, ofFailing]: readonly [passing: number, failing: number],
): ListAlignment | undefined {
  const [a, b] = [passing.vertices[ofPassing]!, failing.vertices[ofFailing]!];
  if (!isList(a) || !isList(b) || a.edges!.length === b.edges!.length) return undefined;
  const textsOf = (graph: MemoryGraph, { edges = [] }: Vertex) => edges.map(([, part]) => textOf(graph.vertices, part));
  const [ours, theirs] = [textsOf(passing, a), textsOf(failing, b)];
  const longer = ours.length > theirs.length ? ours : theirs;
  const byIndex = longer.filter((_, i) => ours[i] !== theirs[i]).length;
  const regions = changedRegions(ours, theirs);
  const edits = regions.reduce((sum, { aCount, bCount }) => sum + Math.max(aCount, bCount), 0);
  return edits < byIndex ? alignmentBy(regions, ours.length) : undefined;
}

function alignmentBy(regions: readonly Region[], length: number): ListAlignment {
  const pairs: [number, number][] = [];
  const removed: number[] = [];
  const inserted: { index: number; before: number }[] = [];
  let [a, b] = [0, 0];
  const pairUpTo = (end: number) => {
    for (; a < end; a++, b++) pairs.push([a, b]);
  };
  for (const region of regions) {
    pairUpTo(region.a + Math.min(region.aCount, region.bCount));
    for (; a < region.a + region.aCount; a++) removed.push(a);
    for (; b < region.b + region.bCount; b++) inserted.push({ index: b, before: a });
  }
  pairUpTo(length);
  return { pairs, removed, inserted };
}

/** Only lists that can grow: an array in C cannot. */
function isList({ kind, type, edges, length, cut }: Vertex): boolean {
  return kind === "array" && /^(Array|ArrayList|LinkedList|list|lines)$/.test(type) && !cut && edges?.length === length;
}

/** How much of an element is compared to recognise it. */
const maxDepth = 2;
const maxParts = 20;

/** An element's text without the numbers inside it: line numbers and positions change with what is inserted before them. */
function textOf(vertices: readonly Vertex[], number: number, depth = 0): string {
  const vertex = vertices[number]!;
  const { type, value, edges = [] } = vertex;
  if (!hasParts(vertex)) return depth > 0 && Number.isFinite(Number(value)) ? type : `${type} ${value}`;
  if (depth === maxDepth) return type;
  const parts = edges.slice(0, maxParts).map(([label, part]) => `${label}: ${textOf(vertices, part, depth + 1)}`);
  return `${type} {${parts.join()}}`;
}

/** The changes, element by element, that make some edits of one list. */
export function changesForEdits(edits: readonly ListEdit[]): ValueChange[] {
  const { list, length } = edits[0]!;
  const element = (index: number): ValuePath => ({ root: list.root, steps: [...list.steps, String(index)] });
  const edited: { value: NewValue; oldIndex?: number }[] = [];
  for (let at = 0; at <= length; at++) {
    const here = edits.filter((edit) => edit.at === at);
    edited.push(...here.flatMap(({ value }) => (value ? [{ value }] : [])));
    const isGone = at === length || here.some(({ value, replaces }) => value === undefined || replaces);
    if (!isGone) edited.push({ value: { path: element(at) }, oldIndex: at });
  }
  const moved = edited.flatMap(({ value, oldIndex }, index) =>
    oldIndex === index ? [] : [{ at: element(index), to: value }],
  );
  const surplus = Array.from({ length: Math.max(0, length - edited.length) }, (_, i) => length - 1 - i);
  return [...moved, ...surplus.map((index): ValueChange => ({ at: element(index), to: { gone: true } }))];
}
