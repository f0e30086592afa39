import type { Automaton } from "./automaton.ts";
import type { Grammar } from "./grammar.ts";
import type { Node, Role } from "./node.ts";

/** A node whose children are known, but not yet their roles. */
export interface Parent {
  readonly kind: string;
  readonly start: number;
  readonly end: number;
  readonly children: readonly Child[];
}

/** A node as the parser gives it: named in the grammar, or a token that stands for itself. */
export interface Child {
  readonly node: Node;
  readonly named: boolean;
}

/**
 * The children of a node with the roles that the grammar gives them: a child may go if the grammar allows the remaining
 * children. A child that cannot go alone may go with its neighbours: `-> int`, `else {}`. A token that may go with the child
 * before it as well as with the one after it is a separator.
 */
export function withRoles(parent: Parent, grammar: Grammar): readonly Node[] {
  const { kind, children } = parent;
  if (children.length === 0) return none;
  if (kind === "ERROR") return children.flatMap(({ node }) => (hasText(node) ? [{ ...node, role: "item" }] : []));
  const row: Child[] = [];
  const places: number[] = [];
  children.forEach((child, i) => {
    if (isExtra(child)) return;
    row.push(child);
    places.push(i);
  });
  const { parts, slots } = new Row(row, grammar.childrenOf(kind), parent);
  const nodes: Node[] = [];
  let next = 0;
  for (const { start, end, role } of parts) {
    const [from, to] = [places[start]!, places[end - 1]! + 1];
    addPlain(next, from, nodes);
    if (end - start === 1) add(from, role, nodes);
    else addTogether(from, to);
    next = to;
  }
  addPlain(next, children.length, nodes);
  return nodes;

  function isExtra({ node, named }: Child): boolean {
    return node.kind === "ERROR" || (named && grammar.isExtra(node.kind));
  }

  /** Adds a child, unless it has no text: it stands for what the parser missed. */
  function add(i: number, role: Role, to: Node[]): void {
    const { node } = children[i]!;
    const slot = slots.get(children[i]!);
    if (hasText(node)) to.push(role === "fixed" && !slot ? node : { ...node, role, slot });
  }

  function addPlain(from: number, to: number, into: Node[]): void {
    for (let i = from; i < to; i++) add(i, isExtra(children[i]!) ? "item" : "fixed", into);
  }

  function addTogether(from: number, to: number): void {
    const inside: Node[] = [];
    addPlain(from, to, inside);
    const [first] = inside;
    if (inside.length === 1) nodes.push({ ...first!, role: "item" });
    else if (first)
      nodes.push({ kind: "", start: first.start, end: inside.at(-1)!.end, role: "item", children: inside });
  }
}

const none: readonly Node[] = [];

function hasText({ start, end }: Node): boolean {
  return end > start;
}

/** Children that may go, alone or together, or a separator of such. */
interface Part {
  readonly start: number;
  readonly end: number;
  readonly role: Role;
}

/** Maximum number of children that are only left out together. */
const maxPartLength = 6;

/** The children of a node, in order, without those that may stand anywhere. */
class Row {
  /** In order, without overlap. */
  readonly parts: readonly Part[];
  readonly slots = new Map<Child, ReadonlySet<string>>();
  readonly #row: readonly Child[];
  readonly #partAt: (Part | undefined)[] = [];
  readonly #mayGo: (start: number, end: number) => boolean;

  constructor(row: readonly Child[], automata: readonly Automaton[], parent: Parent) {
    this.#row = row;
    const kinds = row.map(({ node, named }) => (named ? node.kind : `'${node.kind}`));
    const readings = automata.map((each) => each.read(kinds)).filter((reading) => reading !== undefined);
    // In tree-sitter's grammars only the root may have no text.
    const isWhole = (start: number, end: number) =>
      row[start]!.node.start === parent.start && row[end - 1]!.node.end === parent.end;
    this.#mayGo = (start, end) => !isWhole(start, end) && readings.some((each) => each.mayGo(start, end));
    const [reading] = readings;
    if (reading) {
      row.forEach((child, i) => {
        if (child.named) this.slots.set(child, reading.kindsAt(i));
      });
      this.#findLists();
      for (let length = 1; length <= maxPartLength; length++) this.#findParts(length);
    }
    this.parts = [...new Set(this.#partAt)].filter((part) => part !== undefined);
  }

  /** Finds separated lists, from one separator to the next. */
  #findLists(): void {
    for (let i = 1; i < this.#row.length - 1; ) i = this.#isToken(i) ? this.#list(i) : i + 1;
  }

  /** Finds the list with this first separator, if there is one. Returns where to continue. */
  #list(first: number): number {
    const start = this.#startOf(first);
    if (start === undefined) return first + 1;
    const parts: Part[] = [{ start, end: first, role: "item" }];
    let separator = first;
    for (let end = this.#endOf(separator); end !== undefined; end = this.#endOf(separator)) {
      parts.push({ start: separator, end: separator + 1, role: "separator" });
      parts.push({ start: separator + 1, end, role: "item" });
      separator = end;
      if (!this.#isToken(end)) break;
      if (!this.#mayGo(parts.at(-1)!.start, end + 1)) break;
    }
    if (parts.length === 1) return first + 1;
    const last = parts.at(-1)!;
    // Where the last one has such a token too, each goes with the token behind it.
    const terminated = this.#isToken(last.end) && this.#mayGo(last.start, last.end + 1);
    for (const part of parts) {
      if (!terminated) this.#claim(part);
      else if (part.role === "item") this.#claim({ ...part, end: part.end + 1 });
    }
    return last.end;
  }

  #startOf(separator: number): number | undefined {
    for (let start = separator - 1; start >= 0 && separator - start < maxPartLength; start--) {
      if (this.#partAt[start]) return undefined;
      if (this.#mayGo(start, separator + 1)) return start;
    }
    return undefined;
  }

  #endOf(separator: number): number | undefined {
    for (let end = separator + 2; end <= this.#row.length && end - separator <= maxPartLength; end++) {
      if (this.#mayGo(separator, end)) return end;
    }
    return undefined;
  }

  /** Finds children that may go, this many together. */
  #findParts(length: number): void {
    for (let end = length; end <= this.#row.length; end++) {
      const start = end - length;
      if (this.#isFree(start, end) && this.#saysSomething(start, end) && this.#mayGo(start, end))
        this.#claim({ start, end, role: "item" });
    }
  }

  #isFree(start: number, end: number): boolean {
    for (let i = start; i < end; i++) if (this.#partAt[i]) return false;
    return true;
  }

  /** Punctuation alone is not worth a test. */
  #saysSomething(start: number, end: number): boolean {
    return this.#row.slice(start, end).some(({ node, named }) => named || /^\w+$/.test(node.kind));
  }

  #isToken(i: number): boolean {
    return this.#row[i]?.named === false;
  }

  #claim(part: Part): void {
    for (let i = part.start; i < part.end; i++) this.#partAt[i] = part;
  }
}
