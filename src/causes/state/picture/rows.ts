import type { Vertex } from "../../../../runtimes/protocol/state.ts";
import { type BoxChoice, maxRowsOfBox, rowKey } from "./box-choice.ts";
import type { InBoth, PictureCell, PictureRow } from "./memory-picture.ts";
import type { PairedMemory } from "./paired-memory.ts";
import { forBoth, type MemorySlot, type RunSide, runSides } from "./root-boxes.ts";

/** A row whose arrows lead to keys of things. */
export interface DraftRow extends Pick<PictureRow, "label" | "mark">, InBoth<DraftCell> {
  /** Undefined: it stands for rows that are left out. */
  readonly slot?: MemorySlot;
}

export interface DraftCell extends Omit<PictureCell, "to"> {
  readonly to?: string;
}

const maxText = 22;

/** The rows of a box that matter, in the order of its slots, with counts of those left out between them. */
export function draftRows(memory: PairedMemory, choice: BoxChoice, box: string): DraftRow[] {
  if (!choice.boxes.has(box)) return [];
  const shown = new Set(chosenSlots(memory, choice, box));
  const rows: DraftRow[] = [];
  let omitted: MemorySlot[] = [];
  const row = (slot: MemorySlot) => rowOf(memory, choice, { box, slot });
  const addOmitted = () => {
    // A row that counts one slot takes as much space as the slot.
    if (omitted.length > 0) rows.push(omitted.length === 1 ? row(omitted[0]!) : omittedRow(omitted));
    omitted = [];
  };
  for (const [i, slot] of memory.slotsOf(box).entries()) {
    if (shown.has(i)) {
      addOmitted();
      rows.push(row(slot));
    } else if (!memory.roots.has(box) || !isUninteresting(memory, slot)) omitted.push(slot);
  }
  addOmitted();
  return rows;
}

/** The indices of the slots to show: those needed and those that lead to another box; then neighbours, changed ones and the first. */
function chosenSlots(memory: PairedMemory, choice: BoxChoice, box: string): number[] {
  const slots = memory.slotsOf(box);
  const numbers = slots.map((_, i) => i);
  const needed = numbers.filter((i) => choice.boxes.get(box)!.has(slots[i]!.label));
  const leading = numbers.filter((i) => leadsOn(memory, choice, slots[i]!));
  const beside = needed.flatMap((i) => [i - 1, i + 1]).filter((i) => i in slots);
  const changed = numbers.filter((i) => memory.isChanged(slots[i]!));
  const first = memory.roots.get(box)?.kind === "file" ? [] : numbers.slice(0, maxRowsOfBox);
  const interesting = [...beside, ...changed, ...first].filter((i) => !isUninteresting(memory, slots[i]!));
  const always = new Set([...needed, ...leading]);
  return [...new Set([...always, ...interesting])].slice(0, Math.max(maxRowsOfBox, always.size));
}

function leadsOn(memory: PairedMemory, { boxes }: BoxChoice, slot: MemorySlot): boolean {
  return runSides.some((side) => boxes.has(memory.target(side, slot) ?? ""));
}

/** Functions and the like say nothing. */
function isUninteresting(memory: PairedMemory, slot: MemorySlot): boolean {
  return runSides.every((side) => slot[side] === undefined || memory.vertex(side, slot[side]).kind === "opaque");
}

function omittedRow(slots: readonly MemorySlot[]): DraftRow {
  const cell = (side: RunSide) => {
    const more = slots.filter((slot) => slot[side] !== undefined).length;
    return more === 0 ? undefined : { text: "", more };
  };
  return { label: "…", ...forBoth(cell) };
}

function rowOf(
  memory: PairedMemory,
  choice: BoxChoice,
  at: { readonly box: string; readonly slot: MemorySlot },
): DraftRow {
  const { box, slot } = at;
  const key = rowKey({ box, label: slot.label });
  const mark = choice.cause.has(key) ? "cause" : isMarkedChanged(memory, box, slot) ? "changed" : undefined;
  const texts = textsOf(memory, slot);
  const cells = forBoth((side) => {
    const text = texts[side];
    const to = choice.skips.get(key) ?? { to: memory.target(side, slot) };
    return text === undefined ? undefined : { text, ...(to.to === undefined ? {} : (to as DraftCell)) };
  });
  const value = texts.passing ?? texts.failing;
  // An element of a set is its own label.
  const label = isSet(memory, box) && value === slot.label ? "" : slot.label;
  return { label, slot, ...cells, ...(mark ? { mark } : {}) };
}

/** In a box that only one run has, marking every row would say nothing new. */
function isMarkedChanged(memory: PairedMemory, box: string, slot: MemorySlot): boolean {
  return runSides.every((side) => memory.isIn(side, box)) && memory.isChanged(slot);
}

function isSet(memory: PairedMemory, box: string): boolean {
  if (memory.roots.has(box)) return false;
  const vertices = memory.verticesOf(box);
  return runSides.some((side) => vertices[side] !== undefined && memory.vertex(side, vertices[side]).kind === "set");
}

/** The values as text; long ones are cut around where they start to differ. */
function textsOf(memory: PairedMemory, slot: MemorySlot): InBoth<string> {
  const texts = forBoth((side) => {
    const number = slot[side];
    if (number === undefined) return undefined;
    const vertex = memory.vertex(side, number);
    if (vertex.kind !== "pointer" || vertex.edges?.[0] === undefined) return describeVertex(vertex);
    return describeVertex(memory.vertex(side, vertex.edges[0][1]));
  });
  const start = firstDifference(texts.passing ?? "", texts.failing ?? "");
  return forBoth((side) => texts[side] && cut(texts[side], start));
}

/** `7`, `Array of 5`, `int [18]`, `Node`. */
export function describeVertex({ value, kind, type, length, edges }: Vertex): string {
  if (value !== undefined) return value;
  if (kind !== "array" && kind !== "map" && kind !== "set") return type;
  const size = length ?? edges?.length ?? 0;
  if (/\[\d+\]$/.test(type)) return type;
  return type.endsWith("[]") ? `${type.slice(0, -1)}${size}]` : `${type} of ${size}`;
}

function firstDifference(a: string, b: string): number {
  let i = 0;
  while (i < a.length && a[i] === b[i]) i++;
  return i === a.length && i === b.length ? 0 : i;
}

function cut(text: string, from: number): string {
  if (text.length <= maxText) return text;
  const start = from < maxText - 4 ? 0 : from - 6;
  const piece = text.slice(start, start + maxText - 2);
  return `${start > 0 ? "…" : ""}${piece}${start + piece.length < text.length ? "…" : ""}`;
}
