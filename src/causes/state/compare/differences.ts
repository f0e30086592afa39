import {
  hasParts,
  type MemoryGraph,
  type NewValue,
  type ObjectCopy,
  type ValueChange,
  type ValuePath,
  type VariableRef,
  type Vertex,
} from "../../../../runtimes/protocol/state.ts";
import { homeOf, homesIn, pathOf, pathText, type Way, wayOn } from "./access-path.ts";
import type { Alignment, Edit } from "./list-alignment.ts";
import { type CommonRoot, Pairing } from "./pairing.ts";
import { longest, partsOf, shown } from "./value-text.ts";

/** One difference between what a passing and a failing run know at a place. */
export interface Difference {
  /** The variable, as people write it. */
  readonly name: string;
  readonly at: ValuePath;
  /** The same for the same variable at other places, whichever way leads to it there. */
  readonly key: string;
  readonly old: string;
  readonly new: string;
  /** The same as far as it is long, where people are shown only the beginning. */
  readonly whole?: { readonly old: string; readonly new: string };
  /** What makes the passing run like the failing one there; undefined: that cannot be made real. */
  readonly change?: ValueChange;
  /** Where a list has an element more or less in the midst of others: `change` is only what it is about. */
  readonly edit?: Edit;
  /** Where an array has more or fewer elements: none can come without those before it, or go without those behind it. */
  readonly tail?: Tail;
}

interface Tail {
  readonly array: string;
  readonly index: number;
  readonly grows: boolean;
}

/**
 * Walks through both graphs side by side, from variables of the same name. What is reached in both runs by the same way is the
 * same thing; it is compared once, however many ways lead to it. Pointers are compared by what they point to.
 */
export function differencesOf(passing: MemoryGraph, failing: MemoryGraph): Difference[] {
  return new Comparison(passing, failing).differences();
}

/** A vertex of the passing run and one of the failing run that the same way leads to; one of them may be missing. */
interface Met {
  readonly own: number | undefined;
  readonly other: number | undefined;
  readonly way: Way;
  readonly key: string;
  readonly tail?: Tail;
  readonly edit?: Edit;
}

class Comparison {
  readonly #passing: MemoryGraph;
  readonly #failing: MemoryGraph;
  readonly #homes: ReadonlyMap<number, string>;
  readonly #roots: readonly CommonRoot[];
  readonly #pairing: Pairing;

  constructor(passing: MemoryGraph, failing: MemoryGraph) {
    this.#passing = passing;
    this.#failing = failing;
    this.#homes = homesIn(passing);
    const others = new Map(failing.roots.map((root) => [keyOf(root), root.vertex]));
    this.#roots = passing.roots.flatMap((root): CommonRoot[] => {
      const other = others.get(keyOf(root));
      return other === undefined ? [] : [{ root: nameOf(root), own: root.vertex, other }];
    });
    // Everything that is in both is known before anything is said of what points to it.
    this.#pairing = new Pairing(passing, failing, this.#roots);
  }

  differences(): Difference[] {
    const met = this.#roots.map(
      ({ root, ...twin }): Met => ({ ...twin, way: { root }, key: homeOf(this.#passing, root) }),
    );
    return this.#compare(met);
  }

  /** Depth first, so that what belongs together stays together; without recursion, for lists are deep. */
  #compare(roots: readonly Met[]): Difference[] {
    const found: Difference[] = [];
    const seen = new Set<number>();
    const todo = roots.toReversed();
    for (let met = todo.pop(); met; met = todo.pop()) {
      if (this.#differs(met)) found.push(this.#told(met));
      else if (!seen.has(met.own!) && hasParts(this.#own(met.own!))) {
        seen.add(met.own!);
        for (const part of this.#partsOf(met).reverse()) todo.push(part);
      }
    }
    return found;
  }

  #differs({ own, other }: Met): boolean {
    if (own === undefined || other === undefined || !this.#pairing.isSameKind(own, other)) return true;
    const [a, b] = [this.#own(own), this.#other(other)];
    return hasParts(b) ? this.#pairing.partnerOf(other) !== own : a.value !== b.value && a.kind !== "opaque";
  }

  /** What both have, what came, what is gone. */
  #partsOf(met: Met): Met[] {
    const alignment = this.#pairing.alignmentOf(met.own!);
    if (alignment) return this.#elementsOf(met, alignment);
    const { own, other, key } = met;
    const way = this.#pairing.wayTo(own!);
    const [a, b] = [this.#own(own!), this.#other(other!)];
    const [mine, theirs] = [new Map(a.edges), new Map(b.edges)];
    const home = this.#homes.get(own!) ?? key;
    const part = (label: string): Met => ({
      own: mine.get(label),
      other: theirs.get(label),
      way: wayOn(way, label),
      key: `${home} ${label}`,
    });
    const end = (label: string, grows: boolean): Met =>
      a.kind === "array" && /^\d+$/.test(label)
        ? { ...part(label), tail: { array: home, index: Number(label), grows } }
        : part(label);
    const labels = [...mine.keys()];
    const came = a.cut ? [] : [...theirs.keys()].filter((label) => !mine.has(label));
    const gone = b.cut ? [] : labels.filter((label) => !theirs.has(label)).reverse();
    return [
      ...labels.filter((label) => theirs.has(label)).map(part),
      ...came.map((label) => end(label, true)),
      ...gone.map((label) => end(label, false)),
    ];
  }

  /** Those that are the same in both, then those that were put in or left out. */
  #elementsOf({ own, other, key }: Met, { pairs, left, put }: Alignment): Met[] {
    const way = this.#pairing.wayTo(own!);
    const [mine, theirs] = [this.#own(own!).edges!, this.#other(other!).edges!];
    const home = this.#homes.get(own!) ?? key;
    const list = { list: pathOf(way), length: mine.length };
    const common = pairs.map(([at, index]): Met => {
      const [label, vertex] = mine[at]!;
      const same = { own: vertex, other: theirs[index]![1], way: wayOn(way, label), key: `${home} ${label}` };
      const value = this.#differs(same) ? this.#valueOf(same.other) : undefined;
      return { ...same, ...(value && { edit: { ...list, at, put: value, instead: true } }) };
    });
    const gone = left.map((at): Met => {
      const [label, vertex] = mine[at]!;
      return { own: vertex, other: undefined, way: wayOn(way, label), key: `${home} -${label}`, edit: { ...list, at } };
    });
    const come = put.map(({ index, before }): Met => {
      const [label, vertex] = theirs[index]!;
      const value = this.#valueOf(vertex);
      const edit = value && { edit: { ...list, at: before, put: value } };
      return { own: undefined, other: vertex, way: wayOn(way, label), key: `${home} +${label}`, ...edit };
    });
    return [...common, ...come, ...gone];
  }

  #told({ own, other, way, key, tail, edit }: Met): Difference {
    const at = pathOf(way);
    const to: NewValue | undefined = other === undefined ? { gone: true } : this.#valueOf(other);
    return {
      name: pathText(at),
      at,
      key,
      old: own === undefined ? "nothing" : shown(this.#passing, own),
      new: other === undefined ? "nothing" : this.#shownNew(other, to),
      ...this.#wholeOf(own, other),
      ...(to === undefined ? {} : { change: { at, to } }),
      ...(tail === undefined ? {} : { tail }),
      ...(edit === undefined ? {} : { edit }),
    };
  }

  #wholeOf(own: number | undefined, other: number | undefined): Pick<Difference, "whole"> {
    const old = own === undefined ? undefined : this.#own(own).value;
    const now = other === undefined ? undefined : this.#other(other).value;
    if (old === undefined || now === undefined || Math.max(old.length, now.length) <= longest) return {};
    return { whole: { old, new: now } };
  }

  /** What was there under another name is known by that; what was not is new. */
  #shownNew(vertex: number, to: NewValue | undefined): string {
    const other = this.#other(vertex);
    if (to && "path" in to && other.kind !== "opaque")
      return `${pathText(to.path)}${partsOf(this.#failing.vertices, other)}`;
    return `${to && "copy" in to ? "a new " : ""}${shown(this.#failing, vertex)}`;
  }

  /** How a value of the failing run is made in the passing one; undefined: it cannot be. */
  #valueOf(vertex: number): NewValue | undefined {
    const { type, value, kind } = this.#other(vertex);
    if (kind === "opaque" && !hasParts(this.#other(vertex))) return undefined;
    if (value !== undefined) return { scalar: value, type };
    const partner = this.#pairing.partnerOf(vertex);
    return partner === undefined ? this.#copyOf(vertex) : { path: pathOf(this.#pairing.wayTo(partner)) };
  }

  #copyOf(vertex: number): ObjectCopy | undefined {
    const numbers = new Map([[vertex, 0]]);
    const known: Record<number, ValuePath> = {};
    const graph: Vertex[] = [];
    const numberOf = (each: number) => {
      const number = numbers.get(each) ?? numbers.size;
      numbers.set(each, number);
      return number;
    };
    for (const [each, number] of numbers) {
      const original = this.#other(each);
      const partner = hasParts(original) ? this.#pairing.partnerOf(each) : undefined;
      if (partner !== undefined) known[number] = pathOf(this.#pairing.wayTo(partner));
      else if (original.kind === "opaque" || original.cut) return undefined;
      const edges = partner === undefined ? original.edges : [];
      graph.push({ ...original, edges: edges?.map(([label, to]) => [label, numberOf(to)] as const) ?? [] });
    }
    return { copy: 0, graph, known };
  }

  #own(vertex: number): Vertex {
    return this.#passing.vertices[vertex]!;
  }

  #other(vertex: number): Vertex {
    return this.#failing.vertices[vertex]!;
  }
}

/** What is pointed to, or put together, and not a plain value. */
export function isReference({ change }: Difference): boolean {
  return change !== undefined && ("path" in change.to || "copy" in change.to);
}

function keyOf(root: VariableRef): string {
  return "frame" in root ? `${root.frame} ${root.name}` : `${root.global} ${root.name}`;
}

function nameOf(root: VariableRef): VariableRef {
  return "frame" in root ? { frame: root.frame, name: root.name } : { global: root.global, name: root.name };
}
