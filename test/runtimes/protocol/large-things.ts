import { expect } from "vitest";
import type { CutParts, MemoryGraph, Vertex, WantedChunks } from "../../../runtimes/protocol/state.ts";

/** The chunks whose digests differ between two runs, or of which one is unknown. */
export function differingChunks(one: CutParts | undefined, other: CutParts | undefined): number[] {
  expect(one?.captured).toEqual(other?.captured);
  return (one?.digests ?? []).flatMap((digest, chunk) => {
    const isSame = digest !== null ? digest === other!.digests[chunk] : one!.captured.includes(chunk);
    return isSame ? [] : [chunk];
  });
}

/** The chunk of row 4321 of the programs named `table`, in the only variable of their function `look`, or behind a path. */
export function chunkOfRow(name: string, steps: readonly string[] = []): WantedChunks {
  return { at: { root: { frame: 0, name }, steps }, chunks: [4] };
}

/** Whether a whole chunk was captured. */
export function hasRow({ cut, edges = [] }: Vertex, graph: MemoryGraph): boolean {
  const row = edges.find(([label]) => label === "4321");
  return row !== undefined && graph.vertices[row[1]] !== undefined && cut!.captured.includes(4);
}
