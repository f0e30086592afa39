import type { Work } from "../../core/work.ts";
import { distinguishingFields } from "../../syntax/naming.ts";
import type { Node } from "../../syntax/node.ts";
import { type AlignedSegment, findChangedRegions, segmentsOf } from "../text/changed-regions.ts";
import { maxPairs, mostAlike, similarity } from "../text/similar-pieces.ts";
import { hashWithoutBlanks } from "./blanks.ts";
import { Fingerprints } from "./fingerprints.ts";

/** How two trees are compared. */
export interface Comparing {
  /** Maximum number of pairs of children to look at for similar ones. */
  readonly maxPairs: number;
}

const thoroughly: Comparing = { maxPairs };

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
export function* childPairs(
  from: Parsed,
  to: Parsed,
  [a, b]: NodePair,
  comparing: Comparing = thoroughly,
): Work<NodePair[]> {
  const [olds, news] = [withoutSeparators(a), withoutSeparators(b)];
  // Where nothing can come or go each has its place: a key is never paired with a value, though it be the same.
  if (olds.length === news.length && ![...olds, ...news].some(isItem)) return olds.map((old, i) => [old, news[i]!]);
  const oldKeys = yield* keysOf(olds, (node) => from.print(node));
  const newKeys = yield* keysOf(news, (node) => to.print(node));
  const regions = yield* findChangedRegions(oldKeys, newKeys);
  const pairs: NodePair[] = [];
  for (const segment of segmentsOf(regions, olds.length)) {
    if (segment.changed) yield;
    const inside = partOf({ olds, news, inList: false }, segment);
    const found = segment.changed
      ? yield* changedPairs(from, to, inside, comparing)
      : inOrder(inside.olds, inside.news);
    for (const pair of found) pairs.push(pair);
  }
  return pairs;
}

/** A part of two rows of children. */
function partOf({ olds, news, inList }: Changed, { a, b, aCount, bCount }: AlignedSegment): Changed {
  return {
    olds: olds.slice(a, a + aCount),
    news: news.slice(b, b + bCount),
    inList: inList || isItem(olds[a - 1]) || isItem(olds[a + aCount]),
  };
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

function* changedPairs(from: Parsed, to: Parsed, changed: Changed, comparing: Comparing): Work<NodePair[]> {
  const { olds, news } = changed;
  return olds.length * news.length > comparing.maxPairs
    ? yield* pairsByKeys(from, to, changed, { ...comparing, keys: [blankless, named] })
    : similarPairs(from, to, changed);
}

/** A number that is equal for nodes that are two versions of one; undefined: it says nothing of this one. */
type Key = (text: Parsed, node: Node) => number | undefined;

const blankless: Key = (text, node) => hashWithoutBlanks(text.text(node));
const named: Key = (text, node) => nameOf(text, node);

interface ByKeys extends Comparing {
  readonly keys: readonly Key[];
}

/** Of rows too long to compare each with each: pairs those with equal keys, in order, and what is similar in between. */
function* pairsByKeys(from: Parsed, to: Parsed, changed: Changed, { maxPairs, keys }: ByKeys): Work<NodePair[]> {
  const { olds, news } = changed;
  if (olds.length * news.length <= maxPairs) return similarPairs(from, to, changed);
  const [key, ...others] = keys;
  if (!key) return inOrder(olds, news);
  const oldKeys = yield* keysOf(olds, (node, i) => key(from, node) ?? -2 * i - 1);
  const newKeys = yield* keysOf(news, (node, i) => key(to, node) ?? -2 * i - 2);
  const pairs: NodePair[] = [];
  for (const segment of segmentsOf(yield* findChangedRegions(oldKeys, newKeys), olds.length)) {
    const inside = partOf(changed, segment);
    const found = segment.changed
      ? yield* pairsByKeys(from, to, inside, { maxPairs, keys: others })
      : inOrder(inside.olds, inside.news);
    for (const pair of found) pairs.push(pair);
  }
  return pairs;
}

/** Number of keys made between two steps. */
const keysPerStep = 1000;

function* keysOf(nodes: readonly Node[], key: (node: Node, i: number) => number): Work<number[]> {
  const keys: number[] = [];
  for (const [i, node] of nodes.entries()) {
    keys.push(key(node, i));
    if (i % keysPerStep === 0) yield;
  }
  return keys;
}

/** Pairs nodes that are similar, and between those, nodes of which both sides have the same number. */
function similarPairs(from: Parsed, to: Parsed, { olds, news, inList }: Changed): NodePair[] {
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
    const inner = innerOf(node);
    const name = nameIn(inner);
    const children = new Set(withoutSeparators(inner).map((child) => text.print(child)));
    features = { name: name && text.print(name), children };
    known.set(node, features);
  }
  return features;
}

/** A node without what ends it. */
function innerOf(node: Node): Node {
  return node.kind === "" ? node.children[0]! : node;
}

function nameIn({ children }: Node): Node | undefined {
  return children.find(({ field, kind }) => distinguishingFields.has(field ?? kind));
}

/** What a node is called, or the first in it that has a name: `var a = …` and `a.b = …` are named by their insides. */
function nameOf(text: Parsed, node: Node): number | undefined {
  const inner = innerOf(node);
  const name = nameIn(inner) ?? inner.children.map(nameIn).find((each) => each);
  return name && text.print(name);
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
