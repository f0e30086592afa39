/**
 * What a grammar allows as the children of a kind of node: one of a kind (`"block"`), a token (`"'="`), a sequence, one of
 * several, any number of times, or what another rule allows whose own nodes are not in the tree.
 */
export type ChildShape =
  | string
  | readonly ["seq", ...ChildShape[]]
  | readonly ["choice", ...ChildShape[]]
  | readonly ["repeat", ChildShape]
  | readonly ["rule", string];

/** The rules of a grammar, as far as they are needed here. */
export interface Rules {
  readonly shapeOf: (rule: string) => ChildShape | undefined;
  /** The kinds of a shape that is always a single child. */
  readonly kindsOf: (shape: ChildShape) => ReadonlySet<string> | undefined;
}

/** A set of states between two children; equal sets are the same object. */
interface Places {
  readonly states: readonly number[];
  readonly after: Map<string, Places>;
  readonly before: Map<string, Places>;
  readonly common: Map<Places, boolean>;
  readonly kinds: Map<Places, ReadonlySet<string>>;
}

/** What may be done to a row of children that a node may have. */
interface Reading {
  /** Whether the node may have all but these children. */
  readonly mayGo: (start: number, end: number) => boolean;
  /** The kinds that may take this child's place. */
  readonly kindsAt: (i: number) => ReadonlySet<string>;
}

interface Step {
  readonly kinds: ReadonlySet<string>;
  readonly to: number;
}

/**
 * The children of a kind of node as a finite automaton. Some children may be left out if a state that is reached before
 * them is one from which the rest leads to the end. (A grammar is not regular where a hidden rule uses itself; there, a
 * little more is allowed.)
 */
export class Automaton {
  readonly #first: Places;
  readonly #last: Places;
  readonly #steps: Step[][] = [];
  readonly #stepsBack: Step[][] = [];
  readonly #free: number[][] = [];
  readonly #freeBack: number[][] = [];
  readonly #known = new Map<string, Places>();

  readonly #rules: Rules;
  /** The rules that are being entered, and where they begin and end. */
  readonly #entered = new Map<string, readonly [start: number, end: number]>();

  constructor(shape: ChildShape, rules: Rules) {
    this.#rules = rules;
    const [start, end] = [this.#state(), this.#state()];
    this.#enter(shape, start, end);
    this.#first = this.#closed([start], this.#free);
    this.#last = this.#closed([end], this.#freeBack);
  }

  /** What may be done to a row of children; undefined if the node cannot have it. */
  read(row: readonly string[]): Reading | undefined {
    const before = [this.#first];
    for (const kind of row) before.push(this.#after(before.at(-1)!, kind));
    if (!meet(before.at(-1)!, this.#last)) return undefined;
    const behind = [this.#last];
    for (let i = row.length - 1; i >= 0; i--) behind.push(this.#before(behind.at(-1)!, row[i]!));
    behind.reverse();
    return {
      mayGo: (start, end) => meet(before[start]!, behind[end]!),
      kindsAt: (i) => this.#between(before[i]!, behind[i + 1]!),
    };
  }

  #after(places: Places, kind: string): Places {
    let found = places.after.get(kind);
    if (!found) {
      found = this.#closed(steps(places, kind, this.#steps), this.#free);
      places.after.set(kind, found);
    }
    return found;
  }

  #before(places: Places, kind: string): Places {
    let found = places.before.get(kind);
    if (!found) {
      found = this.#closed(steps(places, kind, this.#stepsBack), this.#freeBack);
      places.before.set(kind, found);
    }
    return found;
  }

  /** The kinds of child that may stand between the two. */
  #between(one: Places, other: Places): ReadonlySet<string> {
    let found = one.kinds.get(other);
    if (!found) {
      const ends = new Set(other.states);
      const all = one.states.flatMap((state) => this.#steps[state]!.filter(({ to }) => ends.has(to)));
      found = new Set(all.flatMap(({ kinds }) => [...kinds]));
      one.kinds.set(other, found);
    }
    return found;
  }

  /** Adds the paths from one state to another that match a shape. */
  #enter(shape: ChildShape, from: number, to: number): void {
    const kinds = this.#rules.kindsOf(shape);
    if (kinds) this.#addStep(from, kinds, to);
    if (kinds || typeof shape === "string") return;
    if (shape[0] === "choice") for (const member of shape.slice(1)) this.#enter(member, from, to);
    else if (shape[0] === "seq") this.#enterRow(shape.slice(1), from, to);
    else if (shape[0] === "repeat") {
      const around = this.#state();
      this.#addFree(from, around);
      this.#enter(shape[1], around, around);
      this.#addFree(around, to);
    } else this.#enterRule(shape[1], from, to);
  }

  #enterRow(shapes: readonly ChildShape[], from: number, to: number): void {
    if (shapes.length === 0) this.#addFree(from, to);
    shapes.forEach((shape, i) => {
      const next = i === shapes.length - 1 ? to : this.#state();
      this.#enter(shape, from, next);
      from = next;
    });
  }

  #enterRule(name: string, from: number, to: number): void {
    const known = this.#entered.get(name);
    const [start, end] = known ?? [this.#state(), this.#state()];
    this.#addFree(from, start);
    this.#addFree(end, to);
    if (known) return;
    this.#entered.set(name, [start, end]);
    this.#enter(this.#rules.shapeOf(name) ?? ["seq"], start, end);
    this.#entered.delete(name);
  }

  #state(): number {
    this.#steps.push([]);
    this.#stepsBack.push([]);
    this.#free.push([]);
    this.#freeBack.push([]);
    return this.#steps.length - 1;
  }

  #addStep(from: number, kinds: ReadonlySet<string>, to: number): void {
    this.#steps[from]!.push({ kinds, to });
    this.#stepsBack[to]!.push({ kinds, to: from });
  }

  #addFree(from: number, to: number): void {
    this.#free[from]!.push(to);
    this.#freeBack[to]!.push(from);
  }

  #closed(from: Iterable<number>, free: readonly (readonly number[])[]): Places {
    const states = new Set(from);
    // Iterating over a Set includes elements that are added meanwhile.
    for (const state of states) for (const next of free[state]!) states.add(next);
    const sorted = [...states].sort((a, b) => a - b);
    const key = sorted.join();
    let places = this.#known.get(key);
    if (!places) {
      places = { states: sorted, after: new Map(), before: new Map(), common: new Map(), kinds: new Map() };
      this.#known.set(key, places);
    }
    return places;
  }
}

/** Whether what leads to the first set may be followed directly by what leaves the second. */
function meet(one: Places, other: Places): boolean {
  let found = one.common.get(other);
  if (found === undefined) {
    const states = new Set(other.states);
    found = one.states.some((state) => states.has(state));
    one.common.set(other, found);
  }
  return found;
}

function* steps(places: Places, kind: string, all: readonly (readonly Step[])[]): Generator<number> {
  for (const state of places.states) for (const { kinds, to } of all[state]!) if (kinds.has(kind)) yield to;
}
