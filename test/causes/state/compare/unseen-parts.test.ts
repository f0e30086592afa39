import { describe, expect, test } from "vitest";
import { chunkOf, type MemoryGraph, type Vertex } from "../../../../runtimes/protocol/state.ts";
import { compareMemories } from "../../../../src/causes/state/compare/differences.ts";
import { Pairing } from "../../../../src/causes/state/compare/pairing.ts";
import { chunksToCapture, unseenParts } from "../../../../src/causes/state/compare/unseen-parts.ts";

const graph = (...vertices: Vertex[]): MemoryGraph => ({
  stack: [{ function: "f", file: "f.js", line: 1 }],
  roots: [{ frame: 0, name: "v", vertex: 0 }],
  vertices,
  truncated: true,
});

/** An array of which only some elements were captured, with digests of its chunks. */
const cutArray = (length: number, labels: readonly number[], digests: readonly (string | null)[], captured = [0]) =>
  graph(
    {
      type: "Array",
      kind: "array",
      length,
      edges: labels.map((label, i) => [String(label), i + 1] as const),
      cut: { digests, captured },
    },
    ...labels.map((): Vertex => ({ type: "number", value: "1" })),
  );

const unseen = (passing: MemoryGraph, failing: MemoryGraph) =>
  unseenParts(new Pairing(passing, failing)).map(({ name, chunks }) => `${name} ${chunks}`);

describe("parts that were not captured", () => {
  test("are the same where their digests are", () => {
    const one = cutArray(3000, [0], [null, "a", "b"]);
    expect(unseen(one, cutArray(3000, [0], [null, "a", "b"]))).toEqual([]);
    expect(unseen(one, cutArray(3000, [0], [null, "a", "x"]))).toEqual(["v 2"]);
  });

  test("are unseen where one of the digests is unknown", () => {
    const one = cutArray(3000, [0], [null, "a", null]);
    expect(unseen(one, cutArray(3000, [0], [null, "a", "b"]))).toEqual(["v 2"]);
    expect(unseen(one, one)).toEqual(["v 2"]);
    expect(unseen(cutArray(3000, [0], []), cutArray(3000, [0], []))).toEqual(["v 1,2"]);
  });

  test("are absent beyond the end of an array", () => {
    const [short, long] = [cutArray(2000, [0], [null, "a"]), cutArray(2001, [0, 2000], [null, "a", null], [0, 2])];
    expect(unseen(short, long)).toEqual([]);
    const { differences } = compareMemories(new Pairing(short, long));
    expect(differences).toMatchObject([{ name: "v[2000]", new: "1", change: { to: { scalar: "1" } } }]);
  });

  test("cannot be added where an element before them is unknown", () => {
    const [short, long] = [cutArray(2000, [0], [null, "a"]), cutArray(4000, [0, 3000], [null, "a", "b", null], [0, 3])];
    expect(unseen(short, long)).toEqual(["v 2"]);
    const { differences } = compareMemories(new Pairing(short, long));
    expect(differences).toMatchObject([{ name: "v[3000]" }]);
    expect(differences[0]!.change).toBeUndefined();
  });

  test("of a map are absent where their chunk was captured", () => {
    const map = (labels: readonly string[], captured: readonly number[]): MemoryGraph => {
      const edges = labels.map((label, i) => [label, i + 1] as const);
      const cut = { digests: captured.length === 2 ? [null, null] : ["a", null], captured };
      return graph(
        { type: "Map", kind: "map", edges, cut },
        ...labels.map((): Vertex => ({ type: "number", value: "1" })),
      );
    };
    const inChunk = (chunk: number) =>
      Array.from({ length: 20 }, (_, i) => `k${i}`).find((each) => chunkOf(each, "map", 2) === chunk)!;
    const differing = compareMemories(new Pairing(map([], [1]), map([inChunk(0), inChunk(1)], [0, 1]))).differences;
    expect(differing.map(({ name }) => name)).toEqual([`v.${inChunk(1)}`]);
  });

  test("are captured some chunks at a time, each once", () => {
    const many = {
      name: "v",
      at: { root: { frame: 0, name: "v" }, steps: [] },
      chunks: Array.from({ length: 20 }, (_, i) => i),
    };
    const first = chunksToCapture([many], []);
    expect(first).toEqual([{ at: many.at, chunks: [0, 1, 2, 3, 4, 5, 6, 7] }]);
    expect(chunksToCapture([many], first)[0]!.chunks[0]).toBe(8);
  });
});

describe("values of which nothing is known", () => {
  const handle = (type: string, value?: string): Vertex => ({
    type,
    kind: "opaque",
    ...(value === undefined ? {} : { value }),
  });
  const compare = (one: Vertex, other: Vertex) => compareMemories(new Pairing(graph(one), graph(other)));

  test("are named with their type", () => {
    expect(compare(handle("Socket"), handle("Socket"))).toEqual({
      differences: [],
      incomparable: [{ name: "v", type: "Socket" }],
    });
  });

  test("differ where their texts do, and cannot be changed", () => {
    const { differences, incomparable } = compare(handle("bytes", "a1"), handle("bytes", "b2"));
    expect(differences).toMatchObject([{ name: "v", old: "a1", new: "b2" }]);
    expect([differences[0]!.change, incomparable]).toEqual([undefined, []]);
  });
});
