import { hasParts, type MemoryGraph, type VariableRef, type Vertex } from "../../../../runtimes/protocol/state.ts";
import { type AccessPath, extendPath, longestLivedFirst, ownersFirst } from "./access-path.ts";
import { alignLists, type ListAlignment } from "./list-alignment.ts";

/** A vertex of the passing run and the one of the failing run that is the same thing. */
type VertexPair = readonly [passing: number, failing: number];

/** A part that a thing has in both runs. */
type CommonPart = readonly [label: string, ...VertexPair];

/** A variable that both runs have. */
export interface CommonVariable {
  readonly root: VariableRef;
  readonly passing: number;
  readonly failing: number;
}

/** Which things in the memories of two runs are the same, and how they are reached. Findings and pictures both go by it. */
export class Pairing {
  readonly passing: MemoryGraph;
  readonly failing: MemoryGraph;
  readonly variables: readonly CommonVariable[];
  /** Vertices that are part of another one. */
  readonly #passingParts: ReadonlySet<number>;
  readonly #failingParts: ReadonlySet<number>;
  /** By the vertices of the failing run. */
  readonly #inPassing = new Map<number, number>();
  /** By the vertices of the passing run, as are the maps below. */
  readonly #inFailing = new Map<number, number>();
  readonly #common = new Map<number, readonly CommonPart[]>();
  readonly #alignments = new Map<number, ListAlignment>();
  readonly #paths: ReadonlyMap<number, AccessPath>;
  readonly #namePaths: ReadonlyMap<number, AccessPath>;

  constructor(passing: MemoryGraph, failing: MemoryGraph) {
    this.passing = passing;
    this.failing = failing;
    this.variables = commonVariables(passing, failing);
    this.#passingParts = partsIn(passing);
    this.#failingParts = partsIn(failing);
    this.#pairAll();
    this.#paths = this.#findPaths(this.variables);
    this.#namePaths = this.#findPaths(ownersFirst(this.variables, ({ root }) => root));
  }

  /** What a vertex of the failing run is in the passing one. */
  inPassing(failing: number): number | undefined {
    return this.#inPassing.get(failing);
  }

  /** What a vertex of the passing run is in the failing one. */
  inFailing(passing: number): number | undefined {
    return this.#inFailing.get(passing);
  }

  /** How a paired thing is reached in the passing run. */
  pathTo(passing: number): AccessPath {
    return this.#paths.get(passing)!;
  }

  /** The same by the name that people are shown: that of the variable to which the thing belongs. */
  namePathTo(passing: number): AccessPath {
    return this.#namePaths.get(passing)!;
  }

  /** Of a list with elements that were inserted or removed. */
  alignmentOf(passing: number): ListAlignment | undefined {
    return this.#alignments.get(passing);
  }

  isSameKind(passing: number, failing: number): boolean {
    const [a, b] = [this.#passingVertex(passing), this.#failingVertex(failing)];
    if (a.fixed && a.length !== b.length) return false;
    return a.type === b.type && a.kind === b.kind && hasParts(a) === hasParts(b);
  }

  /**
   * Starts with the variables that live longest: a younger one may point to different things among those that they lead to. What is
   * part of something is paired through that, not through pointers to it.
   */
  #pairAll(): void {
    const pointedTo: VertexPair[] = [];
    for (const { passing, failing } of longestLivedFirst(this.variables, ({ root }) => root))
      this.#pairFrom([passing, failing], pointedTo);
    for (const pair of pointedTo) this.#pairFrom(pair);
  }

  #pairFrom(start: VertexPair, pointedTo?: VertexPair[]): void {
    const todo = [start];
    for (let i = 0; i < todo.length; i++) {
      const [a, b] = todo[i]!;
      if (this.#inPassing.has(b) || this.#inFailing.has(a) || !this.isSameKind(a, b)) continue;
      const parts = this.#commonParts(a, b);
      this.#inPassing.set(b, a);
      this.#inFailing.set(a, b);
      this.#common.set(a, parts);
      const isPointer = this.#passingVertex(a).kind === "pointer";
      for (const [, passing, failing] of parts) {
        const isPart = this.#passingParts.has(passing) || this.#failingParts.has(failing);
        (isPointer && isPart && pointedTo ? pointedTo : todo).push([passing, failing]);
      }
    }
  }

  /** By label, or by the alignment of two lists. */
  #commonParts(passing: number, failing: number): CommonPart[] {
    const ours = this.#passingVertex(passing).edges ?? [];
    const theirs = this.#failingVertex(failing).edges ?? [];
    const alignment = alignLists(this.passing, this.failing, [passing, failing]);
    if (alignment) {
      this.#alignments.set(passing, alignment);
      const common = alignment.pairs.map(([a, b]): CommonPart => [...ours[a]!, theirs[b]![1]]);
      return common.filter(([, vertex]) => this.#hasIdentity(vertex));
    }
    const things = ours.filter(([, vertex]) => this.#hasIdentity(vertex));
    if (things.length === 0) return [];
    const edges = new Map(theirs);
    return things.flatMap(([label, vertex]): CommonPart[] => {
      const partner = edges.get(label);
      return partner === undefined ? [] : [[label, vertex, partner]];
    });
  }

  /** A plain value without an address cannot be pointed to. */
  #hasIdentity(passing: number): boolean {
    const { value, address } = this.#passingVertex(passing);
    return value === undefined || address !== undefined;
  }

  /** Breadth first, for the shortest paths; what a pointer points to is no further away than the pointer. */
  #findPaths(variables: readonly CommonVariable[]): Map<number, AccessPath> {
    const paths = new Map<number, AccessPath>();
    const todo = variables.map(({ root, passing, failing }): [VertexPair, AccessPath] => [
      [passing, failing],
      { root },
    ]);
    for (let i = 0; i < todo.length; i++) {
      let next: [VertexPair, AccessPath] | undefined = todo[i]!;
      while (next) {
        const [[a, b], path]: [VertexPair, AccessPath] = next;
        next = undefined;
        if (paths.has(a) || this.#inPassing.get(b) !== a) continue;
        paths.set(a, path);
        const parts = this.#common
          .get(a)!
          .map(([label, ...pair]): [VertexPair, AccessPath] => [pair, extendPath(path, label)]);
        if (this.#passingVertex(a).kind === "pointer") next = parts[0];
        else for (const part of parts) todo.push(part);
      }
    }
    return paths;
  }

  #passingVertex(number: number): Vertex {
    return this.passing.vertices[number]!;
  }

  #failingVertex(number: number): Vertex {
    return this.failing.vertices[number]!;
  }
}

function commonVariables(passing: MemoryGraph, failing: MemoryGraph): CommonVariable[] {
  const inFailing = new Map(failing.roots.map((root) => [variableId(root), root.vertex]));
  return passing.roots.flatMap(({ vertex, ...root }): CommonVariable[] => {
    const partner = inFailing.get(variableId(root));
    const isUnknown = "input" in root && (isOpaque(passing, vertex) || isOpaque(failing, partner));
    return partner === undefined || isUnknown ? [] : [{ root: refOf(root), passing: vertex, failing: partner }];
  });
}

function isOpaque({ vertices }: MemoryGraph, vertex: number | undefined): boolean {
  return vertex !== undefined && vertices[vertex]!.kind === "opaque";
}

function variableId(root: VariableRef): string {
  if ("input" in root) return `input ${root.input}`;
  return "frame" in root ? `${root.frame} ${root.name}` : `${root.global} ${root.name}`;
}

/** Without whatever else a driver may have written there. */
function refOf(root: VariableRef): VariableRef {
  if ("input" in root)
    return { input: root.input, name: root.name, ...(root.line === undefined ? {} : { line: root.line }) };
  return "frame" in root ? { frame: root.frame, name: root.name } : { global: root.global, name: root.name };
}

function partsIn({ vertices }: MemoryGraph): ReadonlySet<number> {
  const parts = new Set<number>();
  for (const { kind, edges = [] } of vertices) if (kind !== "pointer") for (const [, part] of edges) parts.add(part);
  return parts;
}
