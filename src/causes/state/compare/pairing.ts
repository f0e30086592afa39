import { hasParts, type MemoryGraph, type VariableRef, type Vertex } from "../../../../runtimes/protocol/state.ts";
import { oldestFirst, type Way, wayOn } from "./access-path.ts";
import { type Alignment, alignmentOf } from "./list-alignment.ts";

/** A vertex of the passing run and one of the failing run. */
type Twin = readonly [own: number, other: number];

/** Parts that are the same in both; plain values are not things. */
type CommonPart = readonly [label: string, ...Twin];

/** A variable that both runs have. */
export interface CommonRoot {
  readonly root: VariableRef;
  readonly own: number;
  readonly other: number;
}

/** Which things of two runs are the same, and by which way they are known. */
export class Pairing {
  readonly #passing: MemoryGraph;
  readonly #failing: MemoryGraph;
  /** What is part of something else. */
  readonly #passingParts: ReadonlySet<number>;
  readonly #failingParts: ReadonlySet<number>;
  /** Of things of the failing run. */
  readonly #partners = new Map<number, number>();
  /** Of things of the passing run that have a partner. */
  readonly #common = new Map<number, readonly CommonPart[]>();
  readonly #alignments = new Map<number, Alignment>();
  readonly #ways = new Map<number, Way>();

  constructor(passing: MemoryGraph, failing: MemoryGraph, roots: readonly CommonRoot[]) {
    this.#passing = passing;
    this.#failing = failing;
    this.#passingParts = partsIn(passing);
    this.#failingParts = partsIn(failing);
    this.#pair(roots);
    this.#name(roots);
  }

  /** What a thing of the failing run is in the passing one. */
  partnerOf(other: number): number | undefined {
    return this.#partners.get(other);
  }

  /** How a thing of the passing run that has a partner is reached. */
  wayTo(own: number): Way {
    return this.#ways.get(own)!;
  }

  /** Of a list that is not as long, or does not begin, as in the failing run. */
  alignmentOf(own: number): Alignment | undefined {
    return this.#alignments.get(own);
  }

  isSameKind(own: number, other: number): boolean {
    const [a, b] = [this.#own(own), this.#other(other)];
    return a.type === b.type && a.kind === b.kind && hasParts(a) === hasParts(b);
  }

  /**
   * By the variables that live longest first: a younger one may point to another thing among what is known by them. What is a part
   * of something is known by that, and not by what points to it.
   */
  #pair(roots: readonly CommonRoot[]): void {
    const pointed: Twin[] = [];
    for (const { own, other } of oldestFirst(roots, ({ root }) => root)) this.#pairFrom([own, other], pointed);
    for (const twin of pointed) this.#pairFrom(twin);
  }

  #pairFrom(start: Twin, pointed?: Twin[]): void {
    const todo = [start];
    for (let i = 0; i < todo.length; i++) {
      const [a, b] = todo[i]!;
      if (this.#partners.has(b) || this.#common.has(a) || !this.isSameKind(a, b)) continue;
      const parts = this.#commonParts(a, b);
      this.#partners.set(b, a);
      this.#common.set(a, parts);
      const isPointer = this.#own(a).kind === "pointer";
      for (const [, own, other] of parts) {
        const isPart = this.#passingParts.has(own) || this.#failingParts.has(other);
        (isPointer && isPart && pointed ? pointed : todo).push([own, other]);
      }
    }
  }

  /** By their labels, or as lists are aligned. */
  #commonParts(own: number, other: number): CommonPart[] {
    const [mine, theirs] = [this.#own(own).edges ?? [], this.#other(other).edges ?? []];
    const alignment = alignmentOf(this.#passing, this.#failing, [own, other]);
    if (alignment) {
      this.#alignments.set(own, alignment);
      const common = alignment.pairs.map(([a, b]): CommonPart => [...mine[a]!, theirs[b]![1]]);
      return common.filter(([, vertex]) => this.#isThing(vertex));
    }
    const things = mine.filter(([, vertex]) => this.#isThing(vertex));
    if (things.length === 0) return [];
    const edges = new Map(theirs);
    return things.flatMap(([label, vertex]): CommonPart[] => {
      const partner = edges.get(label);
      return partner === undefined ? [] : [[label, vertex, partner]];
    });
  }

  #isThing(own: number): boolean {
    return this.#own(own).value === undefined;
  }

  /** Breadth first, so that each is known by the shortest way; what a pointer points to is no further than the pointer. */
  #name(roots: readonly CommonRoot[]): void {
    const todo = roots.map(({ root, own, other }): [Twin, Way] => [[own, other], { root }]);
    for (let i = 0; i < todo.length; i++) {
      let next: [Twin, Way] | undefined = todo[i]!;
      while (next) {
        const [[a, b], way]: [Twin, Way] = next;
        next = undefined;
        if (this.#ways.has(a) || this.#partners.get(b) !== a) continue;
        this.#ways.set(a, way);
        const parts = this.#common.get(a)!.map(([label, ...twin]): [Twin, Way] => [twin, wayOn(way, label)]);
        if (this.#own(a).kind === "pointer") next = parts[0];
        else for (const part of parts) todo.push(part);
      }
    }
  }

  #own(vertex: number): Vertex {
    return this.#passing.vertices[vertex]!;
  }

  #other(vertex: number): Vertex {
    return this.#failing.vertices[vertex]!;
  }
}

function partsIn({ vertices }: MemoryGraph): ReadonlySet<number> {
  const parts = new Set<number>();
  for (const { kind, edges = [] } of vertices) if (kind !== "pointer") for (const [, part] of edges) parts.add(part);
  return parts;
}
