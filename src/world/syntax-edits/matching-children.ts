import { distinguishingFields } from "../../syntax/naming.ts";
import type { Node } from "../../syntax/node.ts";
import { changedRegions, segmentsOf } from "../text/changed-regions.ts";
import { maxPairs, mostAlike, similarity } from "../text/similar-pieces.ts";
import { Fingerprints } from "./fingerprints.ts";

/** A text and what its grammar makes of it. */
export class Parsed {
  readonly bytes: Uint8Array;
  readonly tree: Node;
  readonly #prints: Fingerprints;

  constructor(bytes: Uint8Array, tree: Node) {
    this.bytes = bytes;
    this.tree = tree;
    this.#prints = new Fingerprints(bytes);
  }

  /** Equal for equal texts. */
  print({ start, end }: { readonly start: number; readonly end: number }): number {
    return this.#prints.of(start, end);
  }

  text({ start, end }: Node): Uint8Array {
    return this.bytes.subarray(start, end);
  }
}

/** A node of the old text and the one of the new text that stands for it. */
export type NodePair = readonly [old: Node, now: Node];

/** Children of two nodes that stand for each other, in order; the others are in one of the two only. */
export function childPairs(from: Parsed, to: Parsed, [a, b]: NodePair): NodePair[] {
  const [olds, news] = [withoutSeparators(a), withoutSeparators(b)];
  // Where nothing can come or go each has its place: a key is never paired with a value, though it be the same.
  if (olds.length === news.length && ![...olds, ...news].some(isItem)) return olds.map((old, i) => [old, news[i]!]);
  const regions = changedRegions(
    olds.map((node) => from.print(node)),
    news.map((node) => to.print(node)),
  );
  return segmentsOf(regions, olds.length).flatMap(({ a, b, aCount, bCount, changed }) => {
    const segment = { olds: olds.slice(a, a + aCount), news: news.slice(b, b + bCount) };
    if (!changed) return inOrder(segment.olds, segment.news);
    return changedPairs(from, to, { ...segment, inList: isItem(olds[a - 1]) || isItem(olds[a + aCount]) });
  });
}

/** Separators come and go with what they separate. */
export function withoutSeparators({ children }: Node): Node[] {
  return children.filter(({ role }) => role !== "separator");
}

export function isItem(node: Node | undefined): boolean {
  return node?.role === "item";
}

export function isFixed({ role }: Node): boolean {
  return role === "fixed";
}

/** Whether two nodes can be compared inside, and need not be replaced as a whole. */
export function isComparable([old, now]: NodePair): boolean {
  return old.kind === now.kind && old.children.length > 0 && now.children.length > 0;
}

function count(nodes: readonly Node[], which: (node: Node) => boolean): number {
  return nodes.reduce((sum, node) => sum + Number(which(node)), 0);
}

interface Changed {
  readonly olds: readonly Node[];
  readonly news: readonly Node[];
  /** Next to it is an item that stays. */
  readonly inList: boolean;
}

/** Pairs nodes that are similar, and between those, nodes of which both sides have the same number. */
function changedPairs(from: Parsed, to: Parsed, { olds, news, inList }: Changed): NodePair[] {
  if (olds.length * news.length > maxPairs) return inOrder(olds, news);
  const alike = likenessOf(from, to);
  const pairs: NodePair[] = [];
  let rest: { olds: Node[]; news: Node[] } = { olds: [], news: [] };
  const close = () => {
    if (rest.olds.length === rest.news.length) pairs.push(...inOrder(rest.olds, rest.news));
    rest = { olds: [], news: [] };
  };
  for (const [i, j, old, now] of mostAlike(olds.length, news.length, (i, j) => alike(olds[i]!, news[j]!))) {
    if (old && now) {
      close();
      pairs.push([olds[i]!, news[j]!]);
    } else if (old) rest.olds.push(olds[i]!);
    else rest.news.push(news[j]!);
  }
  close();
  // Fixed parts that only one side has belong together with others, as `>` does with `<p` in `<p id="1">`.
  if (count(olds, isFixed) !== count(news, isFixed)) return pairs.filter(isComparable);
  // One must be there throughout, or there would be nothing for the separators of the others to stand beside.
  return pairs.length > 0 || inList ? pairs : inOrder(olds.slice(0, 1), news.slice(0, 1));
}

function inOrder(olds: readonly Node[], news: readonly Node[]): NodePair[] {
  const count = Math.min(olds.length, news.length);
  return Array.from({ length: count }, (_, i) => [olds[i]!, news[i]!]);
}

/** How much two nodes are two versions of one, from 0 to 1. */
function likenessOf(from: Parsed, to: Parsed): (a: Node, b: Node) => number {
  const olds = new Map<Node, Features>();
  const news = new Map<Node, Features>();
  return (a, b) => {
    const samePlace = a.role === "fixed" && b.role === "fixed" && a.field === b.field ? samePlaced : 0;
    if (kindOf(a) !== kindOf(b)) return samePlace;
    const [old, now] = [featuresOf(from, a, olds), featuresOf(to, b, news)];
    if (old.name !== undefined && old.name === now.name) return sameNamed;
    return Math.max(samePlace, similarity(from.text(a), to.text(b)), shared(old.children, now.children));
  };
}

const samePlaced = 0.35;
const sameNamed = 0.95;

interface Features {
  readonly name: number | undefined;
  readonly children: ReadonlySet<number>;
}

function featuresOf(text: Parsed, node: Node, known: Map<Node, Features>): Features {
  let features = known.get(node);
  if (!features) {
    const inner = node.kind === "" ? node.children[0]! : node;
    const name = inner.children.find(({ field, kind }) => distinguishingFields.has(field ?? kind));
    const children = new Set(withoutSeparators(inner).map((child) => text.print(child)));
    features = { name: name && text.print(name), children };
    known.set(node, features);
  }
  return features;
}

/** What together with a token that ends it is one item is of the kind that it is without. */
function kindOf({ kind, children }: Node): string {
  return kind === "" ? (children[0]?.kind ?? "") : kind;
}

/** The share of common ones. */
function shared(a: ReadonlySet<number>, b: ReadonlySet<number>): number {
  let common = 0;
  for (const each of a) if (b.has(each)) common++;
  return (2 * common) / Math.max(a.size + b.size, 1);
}
