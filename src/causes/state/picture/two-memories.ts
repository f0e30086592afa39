import { basename } from "node:path";
import {
  hasParts,
  type MemoryGraph,
  type ValuePath,
  type VariableRef,
  type Vertex,
} from "../../../../runtimes/protocol/state.ts";
import type { InBoth, PictureBox } from "./memory-picture.ts";

export type Side = keyof InBoth<unknown>;
export const sides: readonly Side[] = ["passing", "failing"];

/** What there is in each run; where that is undefined, there is nothing. */
export function inBoth<T>(of: (side: Side) => T | undefined): InBoth<T> {
  const [passing, failing] = [of("passing"), of("failing")];
  return { ...(passing === undefined ? {} : { passing }), ...(failing === undefined ? {} : { failing }) };
}

/** A variable, member or element: which vertex it holds in each run. */
export interface Slot extends InBoth<number> {
  readonly label: string;
}

/** Where one has come to on the way to a value: a box, and the slot in it that leads on. */
export interface Step {
  readonly box: string;
  readonly label: string;
}

interface RootBox extends Pick<PictureBox, "kind" | "title" | "place"> {
  readonly slots: readonly Slot[];
}

/**
 * Two memory graphs seen as one. What is reached in both runs by the same way is one thing, and every thing has one key. Boxes
 * are calls, files, and all that has parts; pointers are no boxes of their own, but lead to one.
 */
export class TwoMemories {
  /** The boxes with variables: calls, the innermost first, then files. */
  readonly roots: ReadonlyMap<string, RootBox>;
  readonly #graphs: Readonly<Record<Side, MemoryGraph>>;
  readonly #partners: Readonly<Record<Side, Map<number, number>>> = { passing: new Map(), failing: new Map() };
  readonly #slots = new Map<string, readonly Slot[]>();

  constructor(passing: MemoryGraph, failing: MemoryGraph) {
    this.#graphs = { passing, failing };
    this.roots = rootBoxes(this.#graphs);
    this.#match();
  }

  /** The same for both runs where it is the same thing. */
  keyOf(side: Side, vertex: number): string {
    const passing = side === "passing" ? vertex : this.#partners.failing.get(vertex);
    return passing === undefined ? `failing ${vertex}` : `passing ${passing}`;
  }

  /** The vertices of a thing. */
  vertices(key: string): InBoth<number> {
    const [side, text] = key.split(" ") as [Side, string];
    if (side === "failing") return { failing: Number(text) };
    const failing = this.#partners.passing.get(Number(text));
    return { passing: Number(text), ...(failing === undefined ? {} : { failing }) };
  }

  /** Whether a run has a box. */
  isIn(side: Side, box: string): boolean {
    const root = this.roots.get(box);
    return (root ? root.title : this.vertices(box))[side] !== undefined;
  }

  vertex(side: Side, number: number): Vertex {
    return this.#graphs[side].vertices[number]!;
  }

  /** Whether it has no box of its own but the slot that it stands in, and can be pointed at there. */
  isHeld(side: Side, number: number): boolean {
    const vertex = this.vertex(side, number);
    return vertex.address !== undefined && !isBox(vertex);
  }

  slotsOf(box: string): readonly Slot[] {
    const root = this.roots.get(box);
    if (root) return root.slots;
    const known = this.#slots.get(box);
    if (known) return known;
    const slots = this.#partsOf(this.vertices(box));
    this.#slots.set(box, slots);
    return slots;
  }

  /** The thing that a slot leads to in one run; undefined: it holds a value itself, or nothing. */
  target(side: Side, slot: InBoth<number>): string | undefined {
    const number = slot[side];
    if (number === undefined) return undefined;
    const vertex = this.vertex(side, number);
    if (!hasParts(vertex)) return undefined;
    const inside = vertex.kind === "pointer" ? vertex.edges?.[0]?.[1] : number;
    return inside === undefined ? undefined : this.keyOf(side, inside);
  }

  /** Whether a slot is not the same in both runs: another value, another thing, or only in one of them. */
  isChanged(slot: Slot): boolean {
    if (slot.passing === undefined || slot.failing === undefined) return true;
    const [own, other] = [this.target("passing", slot), this.target("failing", slot)];
    if (own !== undefined || other !== undefined) return own !== other;
    const [a, b] = [this.vertex("passing", slot.passing), this.vertex("failing", slot.failing)];
    return a.value !== b.value && (a.kind !== "opaque" || b.kind !== "opaque");
  }

  /** From the variable to the value; the last step is the slot that holds it. Empty: there is no such thing. */
  way({ root, steps }: ValuePath): Step[] {
    const box = keyOfRoot(root);
    const way: Step[] = [{ box, label: root.name }];
    let at: InBoth<number> = this.slotsOf(box).find((slot) => slot.label === root.name) ?? {};
    for (const label of steps) {
      // Each run is followed by itself: what is taken for the same thing here need not be so where the path comes from.
      const next = inBoth((side) => this.#part(side, at[side], label));
      const side = sides.find((each) => next[each] !== undefined);
      if (side === undefined) return [];
      const from = at[side]!;
      if (this.vertex(side, from).kind !== "pointer") way.push({ box: this.keyOf(side, from), label });
      // What a pointer leads to is a box; where that is one value only, it is the slot.
      else if (!isBox(this.vertex(side, next[side]!)))
        way.push({ box: this.keyOf(side, next[side]!), label: valueLabel });
      at = next;
    }
    return sides.some((side) => at[side] !== undefined) ? way : [];
  }

  #part(side: Side, from: number | undefined, label: string): number | undefined {
    return from === undefined ? undefined : this.vertex(side, from).edges?.find(([each]) => each === label)?.[1];
  }

  #partsOf(vertices: InBoth<number>): Slot[] {
    const edges = (side: Side) => {
      const number = vertices[side];
      if (number === undefined) return [];
      const vertex = this.vertex(side, number);
      return isBox(vertex) ? vertex.edges! : ([[valueLabel, number]] as const);
    };
    return merged(edges("passing"), edges("failing"));
  }

  /** Values without an address are nowhere but where they stand. */
  #canBeMet({ passing, failing }: Slot): boolean {
    if (passing === undefined || failing === undefined) return false;
    const { address, edges } = this.vertex("passing", passing);
    return address !== undefined || edges !== undefined;
  }

  /** Side by side from variables of the same name, breadth first: what is reached the shortest way is told first. */
  #match(): void {
    const todo: InBoth<number>[] = [...this.roots.values()].flatMap(({ slots }) => slots);
    for (let next = 0; next < todo.length; next++) {
      const { passing, failing } = todo[next]!;
      if (passing === undefined || failing === undefined) continue;
      if (this.#partners.passing.has(passing) || this.#partners.failing.has(failing)) continue;
      const [a, b] = [this.vertex("passing", passing), this.vertex("failing", failing)];
      if (a.type !== b.type || a.kind !== b.kind || hasParts(a) !== hasParts(b)) continue;
      this.#partners.passing.set(passing, failing);
      this.#partners.failing.set(failing, passing);
      if (!hasParts(a)) continue;
      const parts = isBox(a) ? this.slotsOf(`passing ${passing}`) : merged(a.edges!, b.edges!);
      for (const slot of parts) if (this.#canBeMet(slot)) todo.push(slot);
    }
  }
}

/** The label in a box that is nothing but one value. */
const valueLabel = "*";

function isBox(vertex: Vertex): boolean {
  return hasParts(vertex) && vertex.kind !== "pointer";
}

type Edges = readonly (readonly [label: string, vertex: number])[];

/** What both have, in the order of the one, then what only the other has. */
function merged(passing: Edges, failing: Edges): Slot[] {
  const other = passing.findIndex(([label], i) => failing[i]?.[0] !== label);
  const common = other === -1 ? passing.length : other;
  // Mostly both have the same in the same order: large arrays need no table.
  const slots: Slot[] = passing.slice(0, common).map(([label, vertex], i) => ({
    label,
    passing: vertex,
    failing: failing[i]![1],
  }));
  const others = new Map(failing.slice(common));
  for (const [label, vertex] of passing.slice(common)) {
    const other = others.get(label);
    others.delete(label);
    slots.push({ label, passing: vertex, ...(other === undefined ? {} : { failing: other }) });
  }
  for (const [label, vertex] of others) slots.push({ label, failing: vertex });
  return slots;
}

function rootBoxes(graphs: Readonly<Record<Side, MemoryGraph>>): Map<string, RootBox> {
  const { passing, failing } = graphs;
  const calls = Array.from({ length: Math.max(passing.stack.length, failing.stack.length) }, (_, i) => `call ${i}`);
  const files = [...passing.roots, ...failing.roots].filter((root) => "global" in root).map(keyOfRoot);
  return new Map(
    [...calls, ...new Set(files)].map((key) => {
      const edges = ({ roots }: MemoryGraph) =>
        roots.filter((root) => keyOfRoot(root) === key).map(({ name, vertex }) => [name, vertex] as const);
      return [key, { ...titled(key, graphs), slots: merged(edges(passing), edges(failing)) }];
    }),
  );
}

function titled(key: string, graphs: Readonly<Record<Side, MemoryGraph>>): Omit<RootBox, "slots"> {
  const [kind, rest] = [key.slice(0, 4), key.slice(5)];
  if (kind === "file") return { kind: "file", title: { passing: basename(rest), failing: basename(rest) } };
  const frame = (side: Side) => graphs[side].stack[Number(rest)];
  return {
    kind: "call",
    title: inBoth((side) => frame(side)?.function),
    place: inBoth((side) => frame(side) && `${basename(frame(side)!.file)}:${frame(side)!.line}`),
  };
}

function keyOfRoot(root: VariableRef): string {
  return "frame" in root ? `call ${root.frame}` : `file ${root.global}`;
}
