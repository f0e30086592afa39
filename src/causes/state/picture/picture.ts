import { hasParts, type MemoryGraph } from "../../../../runtimes/protocol/state.ts";
import type { Difference } from "../compare/differences.ts";
import { type Choice, chooseBoxes } from "./choice.ts";
import type { MemoryPicture, PictureBox, PictureCell, PictureRow } from "./memory-picture.ts";
import { type DraftCell, type DraftRow, described, draftRows } from "./rows.ts";
import { inBoth, type Side, sides, TwoMemories } from "./two-memories.ts";

export interface Pictured {
  readonly passing: MemoryGraph;
  readonly failing: MemoryGraph;
  readonly differences: readonly Difference[];
  /** Those of which the failure depends. */
  readonly cause: readonly Difference[];
}

/** What people have to see of two memory graphs to understand a cause: that, the way to it, and what is around it. */
export function pictureOf({ passing, failing, differences, cause }: Pictured): MemoryPicture {
  const memories = new TwoMemories(passing, failing);
  const choice = chooseBoxes(memories, differences, cause);
  const keys = inOrder(memories, choice);
  const rows = new Map(keys.map((key) => [key, draftRows(memories, choice, key)]));
  const ends = endsOfArrows(memories, rows);
  return {
    boxes: keys.map((key) => ({
      ...aboutBox(memories, key),
      rows: rows.get(key)!.map((row) => finishedRow(row, ends)),
    })),
  };
}

/** Calls and files as they are in the program, then things as they were come to; calls between those are one box. */
function inOrder(memories: TwoMemories, { boxes }: Choice): string[] {
  const keys: string[] = [];
  let left = 0;
  for (const [key, { kind, slots }] of memories.roots) {
    if (boxes.has(key)) {
      if (left > 0) keys.push(`calls ${left} before ${key}`);
      left = 0;
      keys.push(key);
    } else if (kind === "call" && slots.length > 0) left++;
  }
  return [...keys, ...[...boxes.keys()].filter((key) => !memories.roots.has(key))];
}

type End = NonNullable<PictureCell["to"]>;
type Ends = Readonly<Record<Side, ReadonlyMap<string, End>>>;

/** Where arrows to a thing end in each run: at its box, or at the row that holds it. */
function endsOfArrows(memories: TwoMemories, rows: ReadonlyMap<string, readonly DraftRow[]>): Ends {
  const ends = { passing: new Map<string, End>(), failing: new Map<string, End>() };
  for (const side of sides) {
    for (const [box, drafts] of [...rows.values()].entries())
      for (const [row, { slot }] of drafts.entries()) {
        const number = slot?.[side];
        if (number !== undefined && memories.isHeld(side, number))
          ends[side].set(memories.keyOf(side, number), { box, row });
      }
    for (const [box, key] of [...rows.keys()].entries()) if (memories.isIn(side, key)) ends[side].set(key, { box });
  }
  return ends;
}

function finishedRow({ label, mark, passing, failing }: DraftRow, ends: Ends): PictureRow {
  const drafts = { passing, failing };
  const cells = inBoth((side) => drafts[side] && finishedCell(drafts[side], ends[side]));
  return { label, ...(mark ? { mark } : {}), ...cells };
}

function finishedCell({ to: key, skipped, ...cell }: DraftCell, ends: Ends[Side]): PictureCell {
  const to = key === undefined ? undefined : ends.get(key);
  return to ? { ...cell, to, ...(skipped ? { skipped } : {}) } : cell;
}

function aboutBox(memories: TwoMemories, key: string): Omit<PictureBox, "rows"> {
  const root = memories.roots.get(key);
  if (root) {
    const { slots: _, ...about } = root;
    return about;
  }
  if (key.startsWith("calls ")) {
    const title = key.split(" ")[1]!;
    return { kind: "calls", title: { passing: title, failing: title } };
  }
  const vertices = memories.vertices(key);
  const title = inBoth((side) => {
    const number = vertices[side];
    if (number === undefined) return undefined;
    const vertex = memories.vertex(side, number);
    return hasParts(vertex) ? described(vertex) : vertex.type;
  });
  return { kind: "thing", title };
}
