import { describe, expect, test } from "vitest";
import type { MemoryGraph, Vertex } from "../../../../runtimes/protocol/state.ts";
import { differencesOf } from "../../../../src/causes/state/compare/differences.ts";
import { withoutGaps } from "../../../../src/causes/state/compare/plan-changes.ts";

const scalar = (value: string, type = "number"): Vertex => ({ type, value });
const object = (...edges: [string, number][]): Vertex => ({ type: "object", kind: "object", edges });
const array = (...elements: number[]): Vertex => ({
  type: "array",
  kind: "array",
  length: elements.length,
  edges: elements.map((vertex, i) => [String(i), vertex] as const),
});

/** A graph of one variable `v`, the first of the vertices. */
const graph = (...vertices: Vertex[]): MemoryGraph => ({
  stack: [{ function: "f", file: "f.js", line: 1 }],
  roots: [{ frame: 0, name: "v", vertex: 0 }],
  vertices,
  truncated: false,
});

const shown = (passing: MemoryGraph, failing: MemoryGraph) =>
  differencesOf(passing, failing).map(
    ({ name, old, new: now }) => `${name}: ${old ?? "nothing"} -> ${now ?? "nothing"}`,
  );

describe("the differences between two states", () => {
  test("are none where both are alike, however they are numbered", () => {
    const one = graph(array(1, 2), scalar("1"), scalar("2"));
    const other = graph(array(2, 1), scalar("2"), scalar("1"));
    expect(shown(one, other)).toEqual([]);
  });

  test("are single values, named as in the program", () => {
    const one = graph(array(1, 2), scalar("1"), object(["x", 3]), scalar("2"));
    const other = graph(array(1, 2), scalar("9"), object(["x", 3]), scalar("8"));
    expect(shown(one, other)).toEqual(["v[0]: 1 -> 9", "v[1].x: 2 -> 8"]);
  });

  test("say nothing of parts that were not taken in", () => {
    const whole = graph(array(1, 2), scalar("1"), scalar("2"));
    const cut = graph({ ...array(1), length: 2, cut: { digests: [], captured: [] } }, scalar("9"));
    expect(shown(whole, cut)).toEqual(["v[0]: 1 -> 9"]);
    expect(shown(cut, whole)).toEqual(["v[0]: 9 -> 1"]);
  });

  const pointer = (to: number): Vertex => ({ type: "node *", kind: "pointer", edges: [["*", to]] });

  test("a pointer to another part of something differs, and not the parts", () => {
    const slots = (n: string): Vertex[] => [array(2, 3), object(["n", 4]), object(["n", 5]), scalar("1"), scalar(n)];
    const state = (to: number, n: string): MemoryGraph => ({
      ...graph(pointer(to), ...slots(n), pointer(1)),
      roots: [
        { frame: 0, name: "slot", vertex: 0 },
        { frame: 0, name: "slots", vertex: 6 },
      ],
    });
    expect(shown(state(2, "2"), state(3, "2"))).toEqual(["*slot: object {n: 1} -> slots[1] {n: 2}"]);
    expect(shown(state(2, "2"), state(3, "9"))).toEqual([
      "*slot: object {n: 1} -> slots[1] {n: 9}",
      "slots[1].n: 2 -> 9",
    ]);
  });

  test("what a longer-lived variable leads to is the same thing, whichever of it a younger one is", () => {
    const state = (chosen: number): MemoryGraph => ({
      ...graph(array(1, 2), object(["n", 3]), object(["n", 4]), scalar("1"), scalar("2")),
      stack: [
        { function: "choose", file: "f.js", line: 1 },
        { function: "main", file: "f.js", line: 9 },
      ],
      roots: [
        { frame: 0, name: "best", vertex: chosen },
        { frame: 1, name: "all", vertex: 0 },
      ],
    });
    expect(shown(state(1), state(2))).toEqual(["best: object {n: 1} -> all[1] {n: 2}"]);
  });

  test("a function in the place of another can be made real where both runs have it", () => {
    const called = (name: string): Vertex => ({ type: `function ${name}`, kind: "opaque", edges: [] });
    const functions = [called("up"), called("down")];
    const one = graph(object(["up", 1], ["down", 2], ["order", 1]), ...functions);
    const other = graph(object(["up", 1], ["down", 2], ["order", 2]), ...functions);
    expect(differencesOf(one, other)).toMatchObject([
      { name: "v.order", new: "function down", change: { to: { path: { steps: ["down"] } } } },
    ]);
  });

  test("an array that is longer or shorter differs at its end", () => {
    const short = graph(array(1), scalar("1"));
    const long = graph(array(1, 2, 3), scalar("1"), scalar("2"), scalar("3"));
    expect(shown(short, long)).toEqual(["v[1]: nothing -> 2", "v[2]: nothing -> 3"]);
    const gone = differencesOf(long, short);
    expect(gone.map(({ name, change }) => [name, change?.to])).toEqual([
      ["v[2]", { gone: true }],
      ["v[1]", { gone: true }],
    ]);
  });

  test("none of an array's new elements can be made without those before it, none go without those behind it", () => {
    const short = graph(array(1), scalar("1"));
    const long = graph(array(1, 2, 3, 4), scalar("1"), scalar("2"), scalar("3"), scalar("4"));
    const made = (all: ReturnType<typeof differencesOf>, ...taken: number[]) =>
      withoutGaps(
        taken.map((i) => all[i]!),
        all,
      ).map(({ name }) => name);
    const grown = differencesOf(short, long);
    expect(made(grown, 1, 2)).toEqual([]);
    expect(made(grown, 0, 2)).toEqual(["v[1]"]);
    expect(made(grown, 0, 1)).toEqual(["v[1]", "v[2]"]);
    const shrunk = differencesOf(long, short);
    expect(made(shrunk, 1, 2)).toEqual([]);
    expect(made(shrunk, 0, 2)).toEqual(["v[3]"]);
  });

  test("two that were one are told apart", () => {
    const one = graph(object(["a", 1], ["b", 1]), object(["x", 2]), scalar("1"));
    const two = graph(object(["a", 1], ["b", 3]), object(["x", 2]), scalar("1"), object(["x", 4]), scalar("5"));
    const [only, ...others] = differencesOf(one, two);
    expect(others).toEqual([]);
    expect(only).toMatchObject({ name: "v.b", change: { to: { copy: 0 } } });
  });

  test("a list of many thousands is not too deep", () => {
    const list = (last: string) =>
      graph(...Array.from({ length: 20_000 }, (_, i) => object(["next", i + 1])), scalar(last));
    expect(shown(list("1"), list("2"))).toEqual(["v.next(×20000): 1 -> 2"]);
    expect(shown(graph(scalar("0")), list("2"))).toEqual(["v: 0 -> a new object"]);
  });

  test("a variable has the same key wherever it is seen from", () => {
    const seen = (value: string, called: boolean): MemoryGraph => ({
      stack: [
        ...(called ? [{ function: "sort", file: "f.js", line: 9 }] : []),
        { function: "main", file: "f.js", line: 1 },
      ],
      roots: called
        ? [
            { frame: 0, name: "a", vertex: 0 },
            { frame: 1, name: "numbers", vertex: 0 },
          ]
        : [{ frame: 0, name: "numbers", vertex: 0 }],
      vertices: [array(1), scalar(value)],
      truncated: false,
    });
    const [inMain] = differencesOf(seen("1", false), seen("2", false));
    const [inSort] = differencesOf(seen("1", true), seen("2", true));
    expect([inMain!.name, inSort!.name]).toEqual(["numbers[0]", "a[0]"]);
    expect(inSort!.key).toBe(inMain!.key);
  });

  test("a thing has its shortest name, and its key whatever points to it meanwhile", () => {
    // A list of three; `at` walks along it.
    const list = (value: string, at?: number): MemoryGraph => ({
      ...graph(object(["next", 1]), object(["next", 2]), object(["x", 3]), scalar(value)),
      roots: [{ frame: 0, name: "v", vertex: 0 }, ...(at === undefined ? [] : [{ frame: 0, name: "at", vertex: at }])],
    });
    const seen = [undefined, 0, 1, 2].map((at) => differencesOf(list("1", at), list("2", at))[0]!);
    expect(seen.map(({ name }) => name)).toEqual(["v.next.next.x", "v.next.next.x", "at.next.x", "at.x"]);
    expect(new Set(seen.map(({ key }) => key)).size).toBe(1);
  });

  test("by a pointer of the call at work it is called before the variable of the file that it points to", () => {
    const seen = (value: string): MemoryGraph => ({
      ...graph({ type: "int *", kind: "pointer", edges: [["*", 1]] }, array(2), scalar(value)),
      roots: [
        { frame: 0, name: "v", vertex: 0 },
        { global: "f.c", name: "memory", vertex: 1 },
      ],
    });
    expect(shown(seen("1"), seen("2"))).toEqual(["v[0]: 1 -> 2"]);
  });

  test("a thing is shown by some of its parts", () => {
    const order = (id: string) => [
      object(["id", 2], ["by", 3], ["n", 4], ["m", 4]),
      scalar(id),
      scalar('"ann"'),
      scalar("7"),
    ];
    const text = (...vertices: Vertex[]) =>
      shown(graph(object(["o", 1]), scalar("null")), graph(object(["o", 1]), ...vertices));
    expect(text(...order("108"))).toEqual(['v.o: null -> a new object {id: 108, by: "ann", n: 7, …}']);
    expect(text(array(2, 2), scalar("5"))).toEqual(["v.o: null -> a new array of 2 (5, 5)"]);
    expect(text(object(["of", 0]))).toEqual(["v.o: null -> a new object"]);
    const two = (which: number) =>
      graph(object(["a", 1], ["b", 2], ["c", which]), object(["id", 3]), object(["id", 4]), scalar("1"), scalar("2"));
    expect(shown(two(1), two(2))).toEqual(["v.c: object {id: 1} -> v.b {id: 2}"]);
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
