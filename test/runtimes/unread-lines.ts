import { expect } from "vitest";
import type { MemoryGraph, ValueChange, Vertex, WantedChunks } from "../../runtimes/protocol/state.ts";
import { differingChunks, hasRow } from "./protocol/large-things.ts";

/** The lines of unread input, with the number of the first one: `3 "c\n" "d\n"`. */
export function unreadLines({ roots, vertices }: MemoryGraph, input = 0): string {
  const root = roots.find((each) => "input" in each && each.input === input);
  if (!root || !("input" in root)) return "not there";
  const lines = vertices[root.vertex]!.edges!.map(([, vertex]) => vertices[vertex]!.value);
  return [root.line, ...lines].join(" ");
}

/** The change that puts a text in the place of an unread line, or takes the line away. */
export function lineChange(index: number, text: string | undefined, input = 0): ValueChange {
  const at = { root: { input, name: "standard input" }, steps: [String(index)] };
  return { at, to: text === undefined ? { gone: true } : { scalar: JSON.stringify(text), type: "line" } };
}

/** A file of 12,000 lines with a text as line 4324; captured with 3,000 values, line 4321 of what is left after two is beyond the limit. */
export function manyLines(text: string): string {
  return Array.from({ length: 12_000 }, (_, i) => `${i === 4323 ? text : i}\n`).join("");
}

/** Checks that a driver makes digests of the lines of `manyLines` that it leaves out, and captures a chunk that is asked for. */
export async function expectChunks(
  capture: (text: string, chunks?: readonly WantedChunks[]) => MemoryGraph | Promise<MemoryGraph>,
): Promise<void> {
  const linesIn = ({ roots, vertices }: MemoryGraph): Vertex =>
    vertices[roots.find((root) => "input" in root && root.input === 0)!.vertex]!;
  const [passing, failing] = [await capture("cheap"), await capture("dear")];
  expect(linesIn(passing).edges!.length).toBeLessThan(3000);
  expect(differingChunks(linesIn(passing).cut, linesIn(failing).cut)).toEqual([4]);
  expect(passing).toMatchObject({ truncated: true });
  expect(passing.total).toBeGreaterThan(11_990);
  const at = { root: { input: 0, name: "standard input" }, steps: [] };
  const graph = await capture("dear", [{ at, chunks: [4] }]);
  expect(hasRow(linesIn(graph), graph)).toBe(true);
  const row = linesIn(graph).edges!.find(([label]) => label === "4321")![1];
  expect(graph.vertices[row]).toEqual({ type: "line", value: '"dear\\n"' });
}
