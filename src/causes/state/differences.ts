import {
  type Change,
  type Copy,
  type Graph,
  hasParts,
  type Path,
  type RootName,
  type Value,
  type Vertex,
} from "./protocol.ts";
import { homeOf, homesIn, pathOf, pathText, type Way, wayOn } from "./way.ts";

/** One difference between what a passing and a failing run know at a place. */
export interface Difference {
  /** The variable, as people write it. */
  readonly name: string;
  readonly at: Path;
  /** The same for the same variable at other places, whichever way leads to it there. */
  readonly key: string;
  readonly old: string;
  readonly new: string;
  /** The same as far as it is long, where people are shown only the beginning. */
  readonly whole?: { readonly old: string; readonly new: string };
  /** What makes the passing run like the failing one there; undefined: that cannot be made real. */
  readonly change?: Change;
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
export function differencesOf(passing: Graph, failing: Graph): Difference[] {
  return new Comparison(passing, failing).differences();
}

/** A vertex of the passing run and one of the failing run that the same way leads to; one of them may be missing. */
interface Met {
  readonly own: number | undefined;
  readonly other: number | undefined;
  readonly way: Way;
  readonly key: string;
  readonly tail?: Tail;
}

class Comparison {
  readonly #passing: Graph;
  readonly #failing: Graph;
  readonly #homes: ReadonlyMap<number, string>;
  /** What things of the failing run are in the passing one, and by which way those were reached first. */
  readonly #partners = new Map<number, number>();
  readonly #ways = new Map<number, Way>();

  constructor(passing: Graph, failing: Graph) {
    this.#passing = passing;
    this.#failing = failing;
    this.#homes = homesIn(passing);
  }

  differences(): Difference[] {
    const others = new Map(this.#failing.roots.map((root) => [keyOf(root), root.vertex]));
    const roots = this.#passing.roots.flatMap((root): Met[] => {
      const other = others.get(keyOf(root));
      const key = homeOf(this.#passing, root);
      return other === undefined ? [] : [{ own: root.vertex, other, way: { root: nameOf(root) }, key }];
    });
    // Everything that is in both is known before anything is said of what points to it.
    for (const root of roots) this.#pair(root);
    return this.#compare(roots);
  }

  #pair(root: Met): void {
    const todo: [number, number, Way][] = [[root.own!, root.other!, root.way]];
    for (let i = 0; i < todo.length; i++) {
      const [a, b, way] = todo[i]!;
      if (this.#partners.has(b) || this.#ways.has(a) || !this.#isSameKind(a, b)) continue;
      this.#partners.set(b, a);
      this.#ways.set(a, way);
      const edges = new Map(this.#other(b).edges);
      for (const [label, vertex] of this.#own(a).edges ?? []) {
        const partner = edges.get(label);
        if (partner !== undefined) todo.push([vertex, partner, wayOn(way, label)]);
      }
    }
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
    if (own === undefined || other === undefined || !this.#isSameKind(own, other)) return true;
    const [a, b] = [this.#own(own), this.#other(other)];
    return hasParts(b) ? this.#partners.get(other) !== own : a.value !== b.value && a.kind !== "opaque";
  }

  /** What both have, what came, what is gone. */
  #partsOf({ own, other, way, key }: Met): Met[] {
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

  #told({ own, other, way, key, tail }: Met): Difference {
    const at = pathOf(way);
    const to: Value | undefined = other === undefined ? { gone: true } : this.#valueOf(other);
    return {
      name: pathText(at),
      at,
      key,
      old: own === undefined ? "nothing" : shown(this.#own(own)),
      new: other === undefined ? "nothing" : this.#shownNew(other, to),
      ...this.#wholeOf(own, other),
      ...(to === undefined ? {} : { change: { at, to } }),
      ...(tail === undefined ? {} : { tail }),
    };
  }

  #wholeOf(own: number | undefined, other: number | undefined): Pick<Difference, "whole"> {
    const old = own === undefined ? undefined : this.#own(own).value;
    const now = other === undefined ? undefined : this.#other(other).value;
    if (old === undefined || now === undefined || Math.max(old.length, now.length) <= longest) return {};
    return { whole: { old, new: now } };
  }

  /** What was there under another name is known by that; what was not is new. */
  #shownNew(vertex: number, to: Value | undefined): string {
    if (to && "path" in to && this.#other(vertex).kind !== "opaque") return pathText(to.path);
    return to && "copy" in to ? `a new ${shown(this.#other(vertex))}` : shown(this.#other(vertex));
  }

  /** How a value of the failing run is made in the passing one; undefined: it cannot be. */
  #valueOf(vertex: number): Value | undefined {
    const { type, value, kind } = this.#other(vertex);
    if (kind === "opaque" && !hasParts(this.#other(vertex))) return undefined;
    if (value !== undefined) return { scalar: value, type };
    const partner = this.#partners.get(vertex);
    return partner === undefined ? this.#copyOf(vertex) : { path: pathOf(this.#ways.get(partner)!) };
  }

  #copyOf(vertex: number): Copy | undefined {
    const numbers = new Map([[vertex, 0]]);
    const known: Record<number, Path> = {};
    const graph: Vertex[] = [];
    const numberOf = (each: number) => {
      const number = numbers.get(each) ?? numbers.size;
      numbers.set(each, number);
      return number;
    };
    for (const [each, number] of numbers) {
      const original = this.#other(each);
      const partner = hasParts(original) ? this.#partners.get(each) : undefined;
      if (partner !== undefined) known[number] = pathOf(this.#ways.get(partner)!);
      else if (original.kind === "opaque" || original.cut) return undefined;
      const edges = partner === undefined ? original.edges : [];
      graph.push({ ...original, edges: edges?.map(([label, to]) => [label, numberOf(to)] as const) ?? [] });
    }
    return { copy: 0, graph, known };
  }

  #isSameKind(own: number, other: number): boolean {
    const [a, b] = [this.#own(own), this.#other(other)];
    return a.type === b.type && a.kind === b.kind && hasParts(a) === hasParts(b);
  }

  #own(vertex: number): Vertex {
    return this.#passing.vertices[vertex]!;
  }

  #other(vertex: number): Vertex {
    return this.#failing.vertices[vertex]!;
  }
}

/** Those of the differences that can be made together: elements beyond a gap are left out. */
export function withoutGaps(chosen: readonly Difference[], all: readonly Difference[]): Difference[] {
  const isChosen = new Set(chosen);
  /** The first element of each array's tail that is not taken: what comes after it cannot be. */
  const gaps = new Map<string, number>();
  for (const { tail, ...rest } of all.map((each) => ({ ...each, taken: isChosen.has(each) }))) {
    if (!tail || rest.taken) continue;
    const key = `${tail.array} ${tail.grows}`;
    const before = gaps.get(key) ?? tail.index;
    gaps.set(key, tail.grows ? Math.min(before, tail.index) : Math.max(before, tail.index));
  }
  return chosen.filter(({ tail }) => {
    const gap = tail && gaps.get(`${tail.array} ${tail.grows}`);
    return gap === undefined || (tail!.grows ? tail!.index < gap : tail!.index > gap);
  });
}

function keyOf(root: RootName): string {
  return "frame" in root ? `${root.frame} ${root.name}` : `${root.global} ${root.name}`;
}

function nameOf(root: RootName): RootName {
  return "frame" in root ? { frame: root.frame, name: root.name } : { global: root.global, name: root.name };
}

const longest = 60;

function shown({ value, kind, type, length, edges }: Vertex): string {
  if (value !== undefined) return value.length > longest ? `${value.slice(0, longest)}…` : value;
  return kind === "array" ? `${type} of ${length ?? edges?.length ?? 0}` : type;
}
