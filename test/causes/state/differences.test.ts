import { describe, expect, test } from "vitest";
import { differencesOf } from "../../../src/causes/state/differences.ts";
import type { Graph, Vertex } from "../../../src/causes/state/protocol.ts";

const scalar = (value: string, type = "number"): Vertex => ({ type, value });
const object = (...edges: [string, number][]): Vertex => ({ type: "object", kind: "object", edges });
const array = (...elements: number[]): Vertex => ({
  type: "array",
  kind: "array",
  length: elements.length,
  edges: elements.map((vertex, i) => [String(i), vertex] as const),
});

/** A graph of one variable `v`, the first of the vertices. */
const graph = (...vertices: Vertex[]): Graph => ({
  stack: [{ function: "f", file: "f.js", line: 1 }],
  roots: [{ frame: 0, name: "v", vertex: 0 }],
  vertices,
  truncated: false,
});

const told = (passing: Graph, failing: Graph) =>
  differencesOf(passing, failing).map(({ name, old, new: now }) => `${name}: ${old} -> ${now}`);

describe("the differences between two states", () => {
  test("are none where both are alike, however they are numbered", () => {
    const one = graph(array(1, 2), scalar("1"), scalar("2"));
    const other = graph(array(2, 1), scalar("2"), scalar("1"));
    expect(told(one, other)).toEqual([]);
  });

  test("are single values, named as in the program", () => {
    const one = graph(array(1, 2), scalar("1"), object(["x", 3]), scalar("2"));
    const other = graph(array(1, 2), scalar("9"), object(["x", 3]), scalar("8"));
    expect(told(one, other)).toEqual(["v[0]: 1 -> 9", "v[1].x: 2 -> 8"]);
  });

  test("an array that is longer or shorter differs at its end", () => {
    const short = graph(array(1), scalar("1"));
    const long = graph(array(1, 2, 3), scalar("1"), scalar("2"), scalar("3"));
    expect(told(short, long)).toEqual(["v[1]: nothing -> 2", "v[2]: nothing -> 3"]);
    const gone = differencesOf(long, short);
    expect(gone.map(({ name, change }) => [name, change?.to])).toEqual([
      ["v[2]", { gone: true }],
      ["v[1]", { gone: true }],
    ]);
  });

  test("a cycle is gone round once, and a pointer to something known is told by its way", () => {
    const list = graph(object(["next", 1]), object(["next", 2]), { type: "null", value: "null" });
    const ring = graph(object(["next", 1]), object(["next", 0]));
    const [only, ...others] = differencesOf(list, ring);
    expect(others).toEqual([]);
    expect(only).toMatchObject({
      name: "v.next.next",
      change: { to: { path: { root: { frame: 0, name: "v" }, steps: [] } } },
    });
  });

  test("what only the failing run has is copied, but for what is known", () => {
    const one = graph(object(["a", 1], ["b", 2]), object(["x", 3]), { type: "null", value: "null" }, scalar("1"));
    const other = graph(
      object(["a", 1], ["b", 2]),
      object(["x", 3]),
      object(["self", 1], ["y", 4]),
      scalar("1"),
      scalar("5"),
    );
    const [only] = differencesOf(one, other);
    expect(only!.name).toBe("v.b");
    expect(only!.change!.to).toMatchObject({ copy: 0, known: { 1: { steps: ["a"] } } });
  });

  test("what cannot be made is told, without a change", () => {
    const handle = (value: string): Vertex => ({ type: "Socket", kind: "opaque", value });
    const [only] = differencesOf(graph(object(["s", 1]), scalar("1")), graph(object(["s", 1]), handle("x")));
    expect(only).toMatchObject({ name: "v.s" });
    expect(only!.change).toBeUndefined();
  });
});
