import { DeltaSet } from "../core/delta-set.ts";
import { declaredNameFields, fieldsLeadingToNames } from "../syntax/naming.ts";
import type { Node } from "../syntax/node.ts";
import type { Replacement } from "./draft.ts";
import { textOf } from "./syntax.ts";

/** Neighbouring items of one parent; separators between them go with them. */
interface List {
  readonly items: readonly number[];
  /** The end of the list: behind a last separator, if there is one. */
  readonly end: number;
}

/**
 * The parts of a text that may be left out, numbered in the order of the text, each before the parts inside it: what
 * belongs to an item is a range of numbers. A set of deltas is the text in which these items are left.
 */
export class TextOutline {
  readonly #nodes: Node[] = [];
  /** Behind the last item inside each one. */
  readonly #ends: number[] = [];
  readonly #depths: number[] = [];
  readonly #lists: List[] = [];
  readonly #listOf: number[] = [];
  readonly #placeInList: number[] = [];

  /** The names in each item, without those in the items inside it. */
  readonly #names: Name[][] = [];
  readonly #bytes: Uint8Array;

  constructor(root: Node, bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#enter(root);
  }

  get all(): DeltaSet {
    return DeltaSet.range(0, this.#nodes.length);
  }

  /** Every item of a level, counted from 0, that is in the set. */
  level(depth: number, set: DeltaSet): number[] {
    const items: number[] = [];
    for (const n of set) if (this.#depths[n] === depth) items.push(n);
    return items;
  }

  /** An item, the only one inside it, the only one inside that, and so on, as far as they are in the set. */
  chain(item: number, set: DeltaSet): number[] {
    const items = [item];
    const end = this.#ends[item]!;
    for (let n = item + 1; n < end && this.#ends[n] === end && set.has(n); n++) items.push(n);
    return items;
  }

  /** Where each item stands. */
  get ranges(): (readonly [start: number, end: number])[] {
    return this.#nodes.map(({ start, end }) => [start, end]);
  }

  /** The items of a set that are larger than `size` bytes. */
  largerThan(size: number, set: DeltaSet): number[] {
    const items: number[] = [];
    for (const n of set) if (this.#nodes[n]!.end - this.#nodes[n]!.start > size) items.push(n);
    return items;
  }

  /** The items of a set with at least `size` bytes that are not inside another such item. */
  outermost(set: DeltaSet, size: number): number[] {
    const items: number[] = [];
    let end = 0;
    for (const n of set) {
      const node = this.#nodes[n]!;
      if (n < end || node.end - node.start < size) continue;
      items.push(n);
      end = this.#ends[n]!;
    }
    return items;
  }

  /** How many bytes items have in the whole text, and how many the text has in which only a set of them is left. */
  sizeOf(items: readonly number[]): number {
    return items.reduce((sum, item) => sum + this.#nodes[item]!.end - this.#nodes[item]!.start, 0);
  }

  sizeOfText(kept: DeltaSet): number {
    return this.leaving(kept).reduce((size, { start, end }) => size - (end - start), this.#bytes.length);
  }

  /** The items inside these ranges of the text, which are in order. */
  within(ranges: readonly { readonly start: number; readonly end: number }[]): DeltaSet {
    const inside: number[] = [];
    let i = 0;
    this.#nodes.forEach(({ start, end }, item) => {
      while (i < ranges.length && ranges[i]!.end <= start) i++;
      const range = ranges[i];
      if (range && range.start <= start && end <= range.end) inside.push(item);
    });
    return DeltaSet.from(inside.map((item) => [item, item + 1]));
  }

  /** An item with everything inside it. */
  whole(item: number): readonly [start: number, end: number] {
    return [item, this.#ends[item]!];
  }

  /** The names in an item, and those of them that it declares. */
  names(item: number): Names {
    return this.#namesIn(item, this.#ends[item]!);
  }

  /** The same without those in the items inside it. */
  ownNames(item: number): Names {
    return this.#namesIn(item, item + 1);
  }

  #namesIn(item: number, end: number): Names {
    const used = new Set<string>();
    const declared = new Set<string>();
    for (let n = item; n < end; n++) {
      for (const { text, declaredBy } of this.#names[n]!) (declaredBy <= item ? declared : used).add(text);
    }
    return { used, declared };
  }

  /** What to leave out of the text so that the items of a set, and whatever is no item, are left. */
  leaving(kept: DeltaSet): Replacement[] {
    const gone: Replacement[] = [];
    for (const [start, end] of this.all.minus(kept).ranges()) {
      for (let n = start; n < end; ) {
        const last = this.#lastGone(n, end);
        gone.push(this.rangeToRemove(n, last));
        n = this.#ends[last]!;
      }
    }
    return gone;
  }

  /** The last of the neighbouring items that all go, beginning with `first`. */
  #lastGone(first: number, end: number): number {
    const { items } = this.#lists[this.#listOf[first]!]!;
    let place = this.#placeInList[first]!;
    while (place + 1 < items.length && items[place + 1]! < end) place++;
    return items[place]!;
  }

  /** The bytes to remove with neighbouring items, so that what is before and after them stays separated. */
  rangeToRemove(first: number, last: number): Replacement {
    const list = this.#lists[this.#listOf[first]!]!;
    const before = list.items[this.#placeInList[first]! - 1];
    const after = list.items[this.#placeInList[last]! + 1];
    const { start } = this.#nodes[first]!;
    const { end } = this.#nodes[last]!;
    if (before !== undefined) {
      const from = this.#nodes[before]!.end;
      return { start: this.#isSpace(from, start) && !this.#isSpace(end, end + 1) ? start : from, end };
    }
    if (after === undefined) return { start, end: list.end };
    const to = this.#nodes[after]!.start;
    return { start, end: this.#isSpace(end, to) && !this.#isSpace(start - 1, start) ? end : to };
  }

  /** Whether there is but white space from one place to the other, or no text at all. */
  #isSpace(from: number, to: number): boolean {
    for (let at = from; at < to; at++) if ((this.#bytes[at] ?? space) > space) return false;
    return true;
  }

  #addName(leaf: Node, item: number, declaring: number): void {
    const text = textOf(leaf, this.#bytes);
    if (leaf.kind === text) return; // keywords are of their own kind
    if (!/^[A-Za-z_$][\w$]*$/.test(text)) {
      // A node that was too small to be expanded.
      for (const word of text.match(/[A-Za-z_$][\w$]*/g) ?? [])
        this.#names[item]!.push({ text: word, declaredBy: never });
      return;
    }
    const declares = declaredNameFields.has(leaf.field ?? "") && declaring !== nothing;
    this.#names[item]!.push({ text, declaredBy: declares ? declaring : never });
  }

  /** Numbers the items below a node. Without recursion: texts may be nested deeper than the stack. */
  #enter(root: Node): void {
    const steps: Step[] = [{ node: root, depth: 0, item: nothing, declaring: nothing }];
    const listOfNode = new Map<Node, { list: number; place: number }>();
    for (let step = steps.pop(); step; step = steps.pop()) {
      if ("leave" in step) {
        this.#ends[step.leave] = this.#nodes.length;
        continue;
      }
      const { node } = step;
      let { depth, item, declaring } = step;
      const where = listOfNode.get(node);
      if (where) {
        listOfNode.delete(node);
        const number = this.#nodes.length;
        item = number;
        this.#nodes.push(node);
        this.#names.push([]);
        if (declaring === nothing) declaring = number;
        this.#depths.push(depth);
        this.#listOf.push(where.list);
        this.#placeInList.push(where.place);
        (this.#lists[where.list]!.items as number[]).push(number);
        steps.push({ leave: number });
        depth++;
      }
      for (const nodes of listsIn(node.children)) {
        const list = this.#lists.length;
        this.#lists.push({ items: [], end: nodes.at(-1)!.end });
        const items = nodes.filter(({ role }) => role === "item");
        for (const [place, item] of items.entries()) listOfNode.set(item, { list, place });
      }
      if (node.children.length === 0 && item !== nothing) this.#addName(node, item, declaring);
      for (let i = node.children.length - 1; i >= 0; i--) {
        const child = node.children[i]!;
        const on =
          child.field === undefined || declaredNameFields.has(child.field) || fieldsLeadingToNames.has(child.field);
        steps.push({ node: child, depth, item, declaring: on ? declaring : nothing });
      }
    }
  }
}

/** A name, and the outermost item that declares it. */
interface Name {
  readonly text: string;
  readonly declaredBy: number;
}

export interface Names {
  readonly used: ReadonlySet<string>;
  readonly declared: ReadonlySet<string>;
}

const space = 0x20;
const nothing = -1;
const never = Number.POSITIVE_INFINITY;

/** Where a numbering stands: at a node, inside an item, on the way from a declaring item to its name. */
type Step =
  | { readonly node: Node; readonly depth: number; readonly item: number; readonly declaring: number }
  | { readonly leave: number };

/** Neighbouring items with their separators. */
function listsIn(children: readonly Node[]): Node[][] {
  const lists: Node[][] = [];
  let open: Node[] = [];
  for (const child of children) {
    if (child.role === "item" || (child.role === "separator" && open.length > 0)) open.push(child);
    else {
      if (open.length > 0) lists.push(open);
      open = [];
    }
  }
  if (open.length > 0) lists.push(open);
  return lists;
}
