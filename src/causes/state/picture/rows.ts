import type { Vertex } from "../../../../runtimes/protocol/state.ts";
import { type Choice, rowKey, rowsOfBox } from "./choice.ts";
import type { InBoth, PictureCell, PictureRow } from "./memory-picture.ts";
import { inBoth, type Side, type Slot, sides, type TwoMemories } from "./two-memories.ts";

/** A row in which things are still known by their keys. */
export interface DraftRow extends Pick<PictureRow, "label" | "mark">, InBoth<DraftCell> {
  /** None: rows that are left out. */
  readonly slot?: Slot;
}

export interface DraftCell extends Omit<PictureCell, "to"> {
  readonly to?: string;
}

const longestText = 22;

/** The rows of a box that matter, in its own order, with the rest left out between them. */
export function draftRows(memories: TwoMemories, choice: Choice, box: string): DraftRow[] {
  if (!choice.boxes.has(box)) return [];
  const shown = new Set(chosenSlots(memories, choice, box));
  const rows: DraftRow[] = [];
  let left: Slot[] = [];
  const row = (slot: Slot) => rowOf(memories, choice, { box, slot });
  const close = () => {
    // One row that says that one is left out would take as much room.
    if (left.length > 0) rows.push(left.length === 1 ? row(left[0]!) : leftOut(left));
    left = [];
  };
  for (const [i, slot] of memories.slotsOf(box).entries()) {
    if (shown.has(i)) {
      close();
      rows.push(row(slot));
    } else if (!memories.roots.has(box) || !isDull(memories, slot)) left.push(slot);
  }
  close();
  return rows;
}

/** By their numbers: what is needed, what leads to another box, then what is beside that, has changed, or comes first. */
function chosenSlots(memories: TwoMemories, choice: Choice, box: string): number[] {
  const slots = memories.slotsOf(box);
  const numbers = slots.map((_, i) => i);
  const needed = numbers.filter((i) => choice.boxes.get(box)!.has(slots[i]!.label));
  const leading = numbers.filter((i) => leadsOn(memories, choice, slots[i]!));
  const beside = needed.flatMap((i) => [i - 1, i + 1]).filter((i) => i in slots);
  const changed = numbers.filter((i) => memories.isChanged(slots[i]!));
  const first = memories.roots.get(box)?.kind === "file" ? [] : numbers.slice(0, rowsOfBox);
  const interesting = [...beside, ...changed, ...first].filter((i) => !isDull(memories, slots[i]!));
  const always = new Set([...needed, ...leading]);
  return [...new Set([...always, ...interesting])].slice(0, Math.max(rowsOfBox, always.size));
}

function leadsOn(memories: TwoMemories, { boxes }: Choice, slot: Slot): boolean {
  return sides.some((side) => boxes.has(memories.target(side, slot) ?? ""));
}

/** Functions and the like are the same in every run. */
function isDull(memories: TwoMemories, slot: Slot): boolean {
  return sides.every((side) => slot[side] === undefined || memories.vertex(side, slot[side]).kind === "opaque");
}

function leftOut(slots: readonly Slot[]): DraftRow {
  const cell = (side: Side) => {
    const more = slots.filter((slot) => slot[side] !== undefined).length;
    return more === 0 ? undefined : { text: "", more };
  };
  return { label: "…", ...inBoth(cell) };
}

function rowOf(memories: TwoMemories, choice: Choice, at: { readonly box: string; readonly slot: Slot }): DraftRow {
  const { box, slot } = at;
  const key = rowKey({ box, label: slot.label });
  const mark = choice.cause.has(key) ? "cause" : isTold(memories, box, slot) ? "changed" : undefined;
  const texts = textsOf(memories, slot);
  const cells = inBoth((side) => {
    const text = texts[side];
    const to = choice.skips.get(key) ?? { to: memories.target(side, slot) };
    return text === undefined ? undefined : { text, ...(to.to === undefined ? {} : (to as DraftCell)) };
  });
  const value = texts.passing ?? texts.failing;
  // What is in a set is its own label.
  const label = isSet(memories, box) && value === slot.label ? "" : slot.label;
  return { label, slot, ...cells, ...(mark ? { mark } : {}) };
}

/** Of a box that is in one run only, that is said once. */
function isTold(memories: TwoMemories, box: string, slot: Slot): boolean {
  return sides.every((side) => memories.isIn(side, box)) && memories.isChanged(slot);
}

function isSet(memories: TwoMemories, box: string): boolean {
  if (memories.roots.has(box)) return false;
  const vertices = memories.vertices(box);
  return sides.some((side) => vertices[side] !== undefined && memories.vertex(side, vertices[side]).kind === "set");
}

/** The values as text; of two long ones, the stretch in which they begin to differ. */
function textsOf(memories: TwoMemories, slot: Slot): InBoth<string> {
  const texts = inBoth((side) => {
    const number = slot[side];
    if (number === undefined) return undefined;
    const vertex = memories.vertex(side, number);
    if (vertex.kind !== "pointer" || vertex.edges?.[0] === undefined) return described(vertex);
    return described(memories.vertex(side, vertex.edges[0][1]));
  });
  const start = firstDifference(texts.passing ?? "", texts.failing ?? "");
  return inBoth((side) => texts[side] && cut(texts[side], start));
}

/** `7`, `Array of 5`, `int [18]`, `Node`. */
export function described({ value, kind, type, length, edges }: Vertex): string {
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
  if (text.length <= longestText) return text;
  const start = from < longestText - 4 ? 0 : from - 6;
  const piece = text.slice(start, start + longestText - 2);
  return `${start > 0 ? "…" : ""}${piece}${start + piece.length < text.length ? "…" : ""}`;
}
