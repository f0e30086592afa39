import { hasParts } from "../../../../runtimes/protocol/state.ts";
import type { StateDifference } from "../compare/differences.ts";
import type { Pairing } from "../compare/pairing.ts";
import { type BoxChoice, chooseBoxes } from "./box-choice.ts";
import type { MemoryPicture, PictureBox, PictureCell, PictureRow } from "./memory-picture.ts";
import { PairedMemory } from "./paired-memory.ts";
import { forBoth, type RunSide, runSides } from "./root-boxes.ts";
import { type DraftCell, type DraftRow, describeVertex, draftRows } from "./rows.ts";

export interface PictureInput {
  readonly pairing: Pairing;
  readonly differences: readonly StateDifference[];
  /** Those that make the passing run fail. */
  readonly cause: readonly StateDifference[];
}

/** The part of two memories that explains a cause: its values, the path to them, and their surroundings. */
export function pictureOf({ pairing, differences, cause }: PictureInput): MemoryPicture {
  const memory = new PairedMemory(pairing);
  const choice = chooseBoxes(memory, differences, cause);
  const keys = orderBoxes(memory, choice);
  const rows = new Map(keys.map((key) => [key, draftRows(memory, choice, key)]));
  const ends = arrowEnds(memory, rows);
  return {
    boxes: keys.map((key) => ({
      ...headerOf(memory, key),
      rows: rows.get(key)!.map((row) => finishRow(row, ends)),
    })),
  };
}

/** Calls and files in the order of the program, then things in the order they were chosen; calls left out in a row become one box. */
function orderBoxes(memory: PairedMemory, { boxes }: BoxChoice): string[] {
  const keys: string[] = [];
  let omitted = 0;
  for (const [key, { kind, slots }] of memory.roots) {
    if (boxes.has(key)) {
      if (omitted > 0) keys.push(`calls ${omitted} before ${key}`);
      omitted = 0;
      keys.push(key);
    } else if (kind === "call" && slots.length > 0) omitted++;
  }
  return [...keys, ...[...boxes.keys()].filter((key) => !memory.roots.has(key))];
}

type ArrowEnd = NonNullable<PictureCell["to"]>;
type ArrowEnds = Readonly<Record<RunSide, ReadonlyMap<string, ArrowEnd>>>;

/** Where arrows to a thing end in each run: at its box, or at the row that contains it. */
function arrowEnds(memory: PairedMemory, rows: ReadonlyMap<string, readonly DraftRow[]>): ArrowEnds {
  const ends = { passing: new Map<string, ArrowEnd>(), failing: new Map<string, ArrowEnd>() };
  for (const side of runSides) {
    for (const [box, drafts] of [...rows.values()].entries())
      for (const [row, { slot }] of drafts.entries()) {
        const number = slot?.[side];
        if (number !== undefined && memory.isSlotTarget(side, number))
          ends[side].set(memory.keyOf(side, number), { box, row });
      }
    for (const [box, key] of [...rows.keys()].entries()) if (memory.isIn(side, key)) ends[side].set(key, { box });
  }
  return ends;
}

function finishRow({ label, mark, passing, failing }: DraftRow, ends: ArrowEnds): PictureRow {
  const drafts = { passing, failing };
  const cells = forBoth((side) => drafts[side] && finishCell(drafts[side], ends[side]));
  return { label, ...(mark ? { mark } : {}), ...cells };
}

function finishCell({ to: key, skipped, ...cell }: DraftCell, ends: ArrowEnds[RunSide]): PictureCell {
  const to = key === undefined ? undefined : ends.get(key);
  return to ? { ...cell, to, ...(skipped ? { skipped } : {}) } : cell;
}

function headerOf(memory: PairedMemory, key: string): Omit<PictureBox, "rows"> {
  const root = memory.roots.get(key);
  if (root) {
    const { slots: _, ...about } = root;
    return about;
  }
  if (key.startsWith("calls ")) {
    const title = key.split(" ")[1]!;
    return { kind: "calls", title: { passing: title, failing: title } };
  }
  const vertices = memory.verticesOf(key);
  const title = forBoth((side) => {
    const number = vertices[side];
    if (number === undefined) return undefined;
    const vertex = memory.vertex(side, number);
    return hasParts(vertex) ? describeVertex(vertex) : vertex.type;
  });
  return { kind: "thing", title };
}
