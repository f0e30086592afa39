import { hasParts, type ValuePath, type Vertex } from "../../../../runtimes/protocol/state.ts";
import type { Pairing } from "../compare/pairing.ts";
import type { InBoth } from "./memory-picture.ts";
import {
  forBoth,
  type MemorySlot,
  mergeSlots,
  type RootBox,
  type RunSide,
  rootBoxes,
  rootBoxKey,
  runSides,
} from "./root-boxes.ts";

/** One step on the path to a value: a box, and the slot in it that leads on. */
export interface PathStep {
  readonly box: string;
  readonly label: string;
}

/** The label of the only slot in a box for a single value. */
const valueLabel = "*";

/**
 * The memories of two runs as one set of boxes. What the pairing takes for the same thing is one box, with one key. Calls, files and
 * everything that has parts are boxes; pointers are not, but lead to one.
 */
export class PairedMemory {
  /** The boxes of variables: calls, the innermost first, then files. */
  readonly roots: ReadonlyMap<string, RootBox>;
  readonly #pairing: Pairing;
  readonly #slots = new Map<string, readonly MemorySlot[]>();

  constructor(pairing: Pairing) {
    this.#pairing = pairing;
    this.roots = rootBoxes(pairing.passing, pairing.failing);
  }

  /** The same for the same thing in both runs. */
  keyOf(side: RunSide, vertex: number): string {
    const passing = side === "passing" ? vertex : this.#pairing.inPassing(vertex);
    return passing === undefined ? `failing ${vertex}` : `passing ${passing}`;
  }

  verticesOf(key: string): InBoth<number> {
    const [side, number] = key.split(" ") as [RunSide, string];
    if (side === "failing") return { failing: Number(number) };
    const failing = this.#pairing.inFailing(Number(number));
    return { passing: Number(number), ...(failing === undefined ? {} : { failing }) };
  }

  /** Whether a run has a box. */
  isIn(side: RunSide, box: string): boolean {
    const root = this.roots.get(box);
    return (root ? root.title : this.verticesOf(box))[side] !== undefined;
  }

  vertex(side: RunSide, number: number): Vertex {
    return this.#pairing[side].vertices[number]!;
  }

  /** Whether pointers can lead to a vertex that has no box of its own, but only a slot in one. */
  isSlotTarget(side: RunSide, number: number): boolean {
    const vertex = this.vertex(side, number);
    return vertex.address !== undefined && !isBox(vertex);
  }

  slotsOf(box: string): readonly MemorySlot[] {
    const root = this.roots.get(box);
    if (root) return root.slots;
    const known = this.#slots.get(box);
    if (known) return known;
    const vertices = this.verticesOf(box);
    const slots = mergeSlots(this.#edgesOf("passing", vertices), this.#edgesOf("failing", vertices));
    this.#slots.set(box, slots);
    return slots;
  }

  /** The thing that a slot leads to in one run; undefined: it contains a value itself, or nothing. */
  target(side: RunSide, slot: InBoth<number>): string | undefined {
    const number = slot[side];
    if (number === undefined) return undefined;
    const vertex = this.vertex(side, number);
    if (!hasParts(vertex)) return undefined;
    const inside = vertex.kind === "pointer" ? vertex.edges?.[0]?.[1] : number;
    return inside === undefined ? undefined : this.keyOf(side, inside);
  }

  /** Whether a slot has another value, or leads to another thing, in the other run, or is in one run only. */
  isChanged(slot: MemorySlot): boolean {
    if (slot.passing === undefined || slot.failing === undefined) return true;
    const [ours, theirs] = [this.target("passing", slot), this.target("failing", slot)];
    if (ours !== undefined || theirs !== undefined) return ours !== theirs;
    const [a, b] = [this.vertex("passing", slot.passing), this.vertex("failing", slot.failing)];
    return a.value !== b.value && (a.kind !== "opaque" || b.kind !== "opaque");
  }

  /** From the variable to the value; the last step is the slot that contains it. Empty: there is no such value. */
  stepsTo({ root, steps: labels }: ValuePath): PathStep[] {
    const box = rootBoxKey(root);
    const steps: PathStep[] = [{ box, label: root.name }];
    let at: InBoth<number> = this.slotsOf(box).find((slot) => slot.label === root.name) ?? {};
    for (const label of labels) {
      // The path may exist in one run only.
      const next = forBoth((side) => this.#partOf(side, at[side], label));
      const side = runSides.find((each) => next[each] !== undefined);
      if (side === undefined) return [];
      const from = at[side]!;
      if (this.vertex(side, from).kind !== "pointer") steps.push({ box: this.keyOf(side, from), label });
      // A pointer leads to a box; where that is for a single value, the value is its only slot.
      else if (!isBox(this.vertex(side, next[side]!)))
        steps.push({ box: this.keyOf(side, next[side]!), label: valueLabel });
      at = next;
    }
    return runSides.some((side) => at[side] !== undefined) ? steps : [];
  }

  #partOf(side: RunSide, from: number | undefined, label: string): number | undefined {
    return from === undefined ? undefined : this.vertex(side, from).edges?.find(([each]) => each === label)?.[1];
  }

  #edgesOf(side: RunSide, vertices: InBoth<number>) {
    const number = vertices[side];
    if (number === undefined) return [];
    const vertex = this.vertex(side, number);
    return isBox(vertex) ? vertex.edges! : ([[valueLabel, number]] as const);
  }
}

function isBox(vertex: Vertex): boolean {
  return hasParts(vertex) && vertex.kind !== "pointer";
}
