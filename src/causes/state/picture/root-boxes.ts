import { basename } from "node:path";
import type { MemoryGraph, VariableRef } from "../../../../runtimes/protocol/state.ts";
import type { InBoth, PictureBox } from "./memory-picture.ts";

export type RunSide = keyof InBoth<unknown>;
export const runSides: readonly RunSide[] = ["passing", "failing"];

/** Leaves a run out where the function gives undefined. */
export function forBoth<T>(of: (side: RunSide) => T | undefined): InBoth<T> {
  const [passing, failing] = [of("passing"), of("failing")];
  return { ...(passing === undefined ? {} : { passing }), ...(failing === undefined ? {} : { failing }) };
}

/** A variable, member or element, and its vertex in each run. */
export interface MemorySlot extends InBoth<number> {
  readonly label: string;
}

/** A call or a file, with its variables. */
export interface RootBox extends Pick<PictureBox, "kind" | "title" | "place"> {
  readonly slots: readonly MemorySlot[];
}

type Edges = readonly (readonly [label: string, vertex: number])[];

/** The boxes of variables by their keys: calls, the innermost first, then files. */
export function rootBoxes(passing: MemoryGraph, failing: MemoryGraph): Map<string, RootBox> {
  const calls = Array.from({ length: Math.max(passing.stack.length, failing.stack.length) }, (_, i) => `call ${i}`);
  const files = [...passing.roots, ...failing.roots].filter((root) => !("frame" in root)).map(rootBoxKey);
  return new Map(
    [...calls, ...new Set(files)].map((key) => {
      const variablesOf = ({ roots }: MemoryGraph): Edges =>
        roots.filter((root) => rootBoxKey(root) === key).map(({ name, vertex }) => [name, vertex] as const);
      const slots = mergeSlots(variablesOf(passing), variablesOf(failing));
      return [key, { ...headerOf(key, { passing, failing }), slots }];
    }),
  );
}

export function rootBoxKey(root: VariableRef): string {
  if ("input" in root) return "file unread input";
  return "frame" in root ? `call ${root.frame}` : `file ${root.global}`;
}

function headerOf(key: string, graphs: Readonly<Record<RunSide, MemoryGraph>>): Omit<RootBox, "slots"> {
  const [kind, rest] = [key.slice(0, 4), key.slice(5)];
  if (kind === "file") return { kind: "file", title: { passing: basename(rest), failing: basename(rest) } };
  const frame = (side: RunSide) => graphs[side].stack[Number(rest)];
  return {
    kind: "call",
    title: forBoth((side) => frame(side)?.function),
    place: forBoth((side) => frame(side) && `${basename(frame(side)!.file)}:${frame(side)!.line}`),
  };
}

/** What the passing run has, in its order, then what only the failing one has. */
export function mergeSlots(passing: Edges, failing: Edges): MemorySlot[] {
  const firstOther = passing.findIndex(([label], i) => failing[i]?.[0] !== label);
  const common = firstOther === -1 ? passing.length : firstOther;
  // Mostly both have the same labels in the same order: large arrays need no table.
  const slots: MemorySlot[] = passing.slice(0, common).map(([label, vertex], i) => ({
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
