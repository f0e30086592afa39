import type { Change, Graph, Path, RootName, Value, Vertex } from "./protocol.ts";

/** One difference between what a passing and a failing run know at a place. */
export interface Difference {
  /** The variable, as people write it. */
  readonly name: string;
  readonly at: Path;
  readonly old: string;
  readonly new: string;
  /** What makes the passing run like the failing one there; undefined: that cannot be made real. */
  readonly change?: Change;
}

/**
 * Walks through both graphs side by side, from variables of the same name. What is reached in both runs by the same way is the
 * same thing; it is compared once, however many ways lead to it. Pointers are compared by what they point to.
 */
export function differencesOf(passing: Graph, failing: Graph): Difference[] {
  return new Comparison(passing, failing).differences();
}

class Comparison {
  readonly #passing: Graph;
  readonly #failing: Graph;
  /** What things of the one run are in the other, and by which way they were reached first. */
  readonly #partners = new Map<number, number>();
  readonly #paths = new Map<number, Path>();
  readonly #found: Difference[] = [];

  constructor(passing: Graph, failing: Graph) {
    this.#passing = passing;
    this.#failing = failing;
  }

  differences(): Difference[] {
    const others = new Map(this.#failing.roots.map((root) => [keyOf(root), root.vertex]));
    const roots = this.#passing.roots.flatMap((root) => {
      const vertex = others.get(keyOf(root));
      return vertex === undefined ? [] : [{ root: nameOf(root), own: root.vertex, other: vertex }];
    });
    // Everything that is in both is known before anything is said of what points to it.
    for (const { root, own, other } of roots) this.#pair(own, other, { root, steps: [] });
    const seen = new Set<number>();
    for (const { root, own, other } of roots) this.#compare(own, other, { root, steps: [] }, seen);
    return this.#found;
  }

  #pair(own: number, other: number, path: Path): void {
    const todo: [number, number, Path][] = [[own, other, path]];
    for (let next = todo.shift(); next; next = todo.shift()) {
      const [a, b, at] = next;
      if (this.#partners.has(b) || !this.#isSameKind(a, b)) continue;
      this.#partners.set(b, a);
      this.#paths.set(a, at);
      const edges = new Map(this.#other(b).edges);
      for (const [label, vertex] of this.#own(a).edges ?? []) {
        const partner = edges.get(label);
        if (partner !== undefined) todo.push([vertex, partner, { ...at, steps: [...at.steps, label] }]);
      }
    }
  }

  #compare(own: number, other: number, path: Path, seen: Set<number>): void {
    const [a, b] = [this.#own(own), this.#other(other)];
    if (!this.#isSameKind(own, other) || (hasParts(b) && this.#partners.get(other) !== own)) {
      this.#say(path, a, b, this.#valueOf(other));
      return;
    }
    if (!hasParts(a)) {
      if (a.value !== b.value && a.kind !== "opaque") this.#say(path, a, b, this.#valueOf(other));
      return;
    }
    if (seen.has(own)) return;
    seen.add(own);
    this.#compareParts(a, b, path, seen);
  }

  #compareParts(a: Vertex, b: Vertex, path: Path, seen: Set<number>): void {
    const [mine, theirs] = [new Map(a.edges), new Map(b.edges)];
    const at = (label: string) => ({ ...path, steps: [...path.steps, label] });
    for (const [label, vertex] of mine) {
      const other = theirs.get(label);
      if (other !== undefined) this.#compare(vertex, other, at(label), seen);
    }
    for (const [label, vertex] of theirs)
      if (!mine.has(label)) this.#say(at(label), undefined, this.#other(vertex), this.#valueOf(vertex));
    for (const [label, vertex] of [...mine].reverse())
      if (!theirs.has(label)) this.#say(at(label), this.#own(vertex), undefined, { gone: true });
  }

  #say(at: Path, old: Vertex | undefined, now: Vertex | undefined, to: Value | undefined): void {
    const name = pathText(at);
    this.#found.push({
      name,
      at,
      old: shown(old),
      new: shown(now),
      ...(to === undefined ? {} : { change: { at, to } }),
    });
  }

  /** How a value of the failing run is made in the passing one; undefined: it cannot be. */
  #valueOf(vertex: number): Value | undefined {
    const { type, value, kind } = this.#other(vertex);
    if (kind === "opaque") return undefined;
    if (value !== undefined) return { scalar: value, type };
    const partner = this.#partners.get(vertex);
    if (partner !== undefined) return { path: this.#paths.get(partner)! };
    return this.#copyOf(vertex);
  }

  #copyOf(vertex: number): Value | undefined {
    const needed = new Map<number, number>();
    const known: Record<number, Path> = {};
    const graph: Vertex[] = [];
    const take = (each: number): number => {
      const before = needed.get(each);
      if (before !== undefined) return before;
      const number = graph.length;
      needed.set(each, number);
      const original = this.#other(each);
      const partner = hasParts(original) ? this.#partners.get(each) : undefined;
      graph.push({ ...original, edges: [] });
      if (partner !== undefined) known[number] = this.#paths.get(partner)!;
      else if (original.edges)
        graph[number] = { ...original, edges: original.edges.map(([label, to]) => [label, take(to)] as const) };
      return number;
    };
    const copy = take(vertex);
    return graph.some(({ kind }, i) => kind === "opaque" && !(i in known)) ? undefined : { copy, graph, known };
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

function hasParts({ value, edges }: Vertex): boolean {
  return value === undefined && edges !== undefined;
}

function keyOf(root: RootName): string {
  return "frame" in root ? `${root.frame} ${root.name}` : `${root.global} ${root.name}`;
}

function nameOf(root: RootName): RootName {
  return "frame" in root ? { frame: root.frame, name: root.name } : { global: root.global, name: root.name };
}

const longest = 60;

function shown(vertex: Vertex | undefined): string {
  if (vertex === undefined) return "nothing";
  const { value, kind, type, length } = vertex;
  if (value !== undefined) return value.length > longest ? `${value.slice(0, longest)}…` : value;
  return kind === "array" ? `${type} of ${length ?? vertex.edges?.length ?? 0}` : type;
}

/** `a[2]`, `node.next.value`, `*p`. */
export function pathText({ root, steps }: Path): string {
  return steps.reduce((text, step) => {
    if (step === "*") return `*${text}`;
    if (/^\d+$/.test(step)) return `${text}[${step}]`;
    return /^[\w$]+$/.test(step) ? `${text}.${step}` : `${text}[${step}]`;
  }, root.name);
}
