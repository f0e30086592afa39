import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { MemoryGraph, Vertex } from "../../../../runtimes/protocol/state.ts";
import { differencesOf } from "../../../../src/causes/state/compare/differences.ts";
import type { MemoryPicture, PictureBox, PictureRow } from "../../../../src/causes/state/picture/memory-picture.ts";
import { gdbRunner } from "../../../runtimes/state-gdb/gdb-program.ts";
import { captureAt } from "../../../runtimes/state-node/node-program.ts";
import { noPython, programs, pythonRunner } from "../../../runtimes/state-python/python-program.ts";
import { skippedBecause } from "../../../tiers/skipped-because.ts";
import { pictured, picturedAny, twoStates } from "./picture-graphs.ts";

const scalar = (value: string): Vertex => ({ type: "number", value });
const number = (value: number) => scalar(String(value));
const object = (type: string, ...edges: [string, number][]): Vertex => ({ type, kind: "object", edges });
const array = (elements: readonly number[]): Vertex => ({
  type: "Array",
  kind: "array",
  length: elements.length,
  edges: elements.map((vertex, i) => [String(i), vertex] as const),
});

const frame = (name: string, line = 1) => ({ function: name, file: "/p/f.js", line });

/** A graph with one variable `v`, the first of the vertices, in the innermost of some calls. */
const graph = (vertices: readonly Vertex[], stack = [frame("f")]): MemoryGraph => ({
  stack,
  roots: [{ frame: 0, name: "v", vertex: 0 }],
  vertices,
  truncated: false,
});

const titled = ({ boxes }: MemoryPicture, title: string) =>
  boxes.find((box) => (box.title.passing ?? box.title.failing) === title)!;
const rowOf = ({ rows }: PictureBox, label: string) => rows.find((row) => row.label === label)!;
const texts = ({ rows }: PictureBox) =>
  rows.map(({ label, passing: cell }) => `${label}: ${cell?.more === undefined ? cell?.text : `${cell.more} more`}`);
const marked = ({ boxes }: MemoryPicture, mark: PictureRow["mark"]) =>
  boxes.flatMap(({ rows }) => rows.filter((row) => row.mark === mark));

/** What is to be seen of the sorting program in any language. */
function expectSorting(picture: MemoryPicture): void {
  const [sort, main] = picture.boxes as [PictureBox, PictureBox];
  expect([sort, main].map(({ kind, title }) => [kind, title.passing])).toEqual([
    ["call", "shell_sort"],
    ["call", "main"],
  ]);
  expect(rowOf(sort, "size")).toMatchObject({ mark: "changed", passing: { text: "4" }, failing: { text: "3" } });
  const { to } = rowOf(sort, "a").passing!;
  expect(rowOf(main, "a").passing!.to).toEqual(to);
  const cause = rowOf(picture.boxes[to!.box]!, "2");
  expect(cause).toMatchObject({ mark: "cause", passing: { text: "9" }, failing: { text: "0" } });
  expect(marked(picture, "cause")).toEqual([cause]);
}

describe("the picture of the sorting program", () => {
  const place = { function: "shell_sort", hit: 1 };

  test("in JavaScript shows the cause in the array that both calls know", async () => {
    const at = (...words: string[]) => captureAt(["sample.js", ...words], { place });
    expectSorting(pictured(await at("7", "8", "9"), await at("11", "14"), "a[2]"));
  });

  test("in C shows it behind pointers", () => {
    const runner = gdbRunner();
    const program = runner.build("sort.c");
    const at = (...words: string[]) => runner.capture({ command: [program, ...words], place, root: programs });
    const [passing, failing] = [at("7", "8", "9"), at("11", "14")];
    // Named by its way, however that is written.
    const { name } = differencesOf(passing, failing).find(({ at: { steps } }) => steps.at(-1) === "2")!;
    expectSorting(pictured(passing, failing, name));
  });

  test("in Python shows it among the elements of a list", skippedBecause(noPython), () => {
    const runner = pythonRunner();
    const at = (...words: string[]) => {
      const plan = { place, capture: runner.file("graph"), stop: true, root: programs };
      return runner.run(["sample.py", ...words], plan).graph;
    };
    expectSorting(pictured(at("7", "8", "9"), at("11", "14"), "a[2]"));
  });
});

describe("a picture of two states", () => {
  test("cuts a long array around what differs", () => {
    const of = (value: number) =>
      graph([
        array(Array.from({ length: 1000 }, (_, i) => i + 1)),
        ...Array.from({ length: 1000 }, (_, i) => number(i === 512 ? value : i)),
      ]);
    const long = titled(pictured(of(512), of(-1), "v[512]"), "Array of 1000");
    expect(texts(long)).toEqual([
      "0: 0",
      "1: 1",
      "2: 2",
      "3: 3",
      "…: 507 more",
      "511: 511",
      "512: 512",
      "513: 513",
      "…: 486 more",
    ]);
  });

  test("counts what is left out for each run", () => {
    const of = (length: number) =>
      graph([array(Array.from({ length }, (_, i) => i + 1)), ...Array.from({ length }, (_, i) => number(i))]);
    const { boxes } = pictured(of(100), of(300), "v[200]");
    expect(boxes[1]!.title).toEqual({ passing: "Array of 100", failing: "Array of 300" });
    const shown = (side: "passing" | "failing") =>
      boxes[1]!.rows.reduce((sum, row) => sum + (row[side] ? (row[side].more ?? 1) : 0), 0);
    expect([shown("passing"), shown("failing")]).toEqual([100, 300]);
  });

  test("draws a cycle as an arrow back, and no box twice", () => {
    const [a, b] = [object("Node", ["next", 1]), object("Node", ["next", 2])];
    const list = graph([a, b, { type: "null", value: "null" }]);
    const ring = graph([a, object("Node", ["next", 0])]);
    const { boxes } = pictured(list, ring, "v.next.next");
    expect(boxes.map(({ title }) => title.passing)).toEqual(["f", "Node", "Node"]);
    expect(boxes[2]!.rows[0]).toMatchObject({ mark: "cause", passing: { text: "null" }, failing: { to: { box: 1 } } });
  });

  test("shows what only one run has in that run only", () => {
    const small = graph([object("Pair", ["left", 1]), number(1)]);
    const large = graph([object("Pair", ["left", 1], ["right", 2]), number(1), object("Leaf", ["x", 3]), number(5)]);
    const picture = pictured(small, large, "v.right");
    expect(titled(picture, "Leaf").title).toEqual({ failing: "Leaf" });
    expect(marked(picture, "changed")).toEqual([]);
  });

  test("leaves out calls far away from the cause", () => {
    const stack = Array.from({ length: 20 }, (_, i) => frame(`f${i}`, i + 1));
    const of = (value: number): MemoryGraph => ({
      stack,
      roots: stack.map((_, i) => ({ frame: i, name: "n", vertex: i === 10 ? 1 : 0 })),
      vertices: [number(7), number(value)],
      truncated: false,
    });
    const { boxes } = pictured(of(1), of(2), "n");
    expect(boxes.map(({ kind, title }) => `${kind} ${title.passing}`)).toEqual([
      "call f0",
      "call f1",
      "calls 8",
      "call f10",
      "call f11",
      "calls 7",
      "call f19",
    ]);
  });

  test("shows a long way from both ends, and how much of it is left out", () => {
    const of = (value: number) =>
      graph(Array.from({ length: 100 }, (_, i) => (i === 99 ? number(value) : object("Node", ["next", i + 1]))));
    const picture = pictured(of(1), of(2), "v.next(×99)");
    const skips = picture.boxes.flatMap(({ rows }) => rows.flatMap(({ passing }) => passing?.skipped ?? []));
    const shown = picture.boxes.filter(({ kind }) => kind === "thing").length;
    expect(shown + skips.reduce((sum, skipped) => sum + skipped, 0)).toBe(99);
    expect(shown).toBeLessThan(10);
  });

  test("cuts long texts where they begin to differ", () => {
    const of = (word: string) => graph([scalar(`"${"the same ".repeat(20)}${word} ${"and so on ".repeat(20)}"`)]);
    const [{ passing, failing }] = pictured(of("good"), of("bad"), "v").boxes[0]!.rows as [PictureRow];
    expect([passing!.text, failing!.text]).toEqual([expect.stringContaining("good"), expect.stringContaining("bad")]);
    expect(passing!.text.length).toBeLessThan(30);
  });

  test("leads pointers to variables to where these stand", () => {
    const int = (value: number): Vertex => ({ ...number(value), address: "0x8" });
    const of = (value: number): MemoryGraph => ({
      ...graph([{ type: "int *", kind: "pointer", address: "0x0", edges: [["*", 1]] }, int(value)]),
      roots: [
        { frame: 0, name: "p", vertex: 0 },
        { frame: 0, name: "n", vertex: 1 },
      ],
    });
    const { boxes } = pictured(of(1), of(2), "*p");
    expect(boxes).toHaveLength(1);
    expect(boxes[0]!.rows[0]!.passing!.to).toEqual({ box: 0, row: 1 });
    expect(boxes[0]!.rows[1]).toMatchObject({ label: "n", mark: "cause" });
  });

  test("pairs the elements of a list as the finding does: those after an inserted one are the same things", () => {
    const of = (...names: string[]) =>
      graph([
        array(names.map((_, i) => 1 + 2 * i)),
        ...names.flatMap((name, i) => [object("Item", ["name", 2 + 2 * i]), scalar(`"${name}"`)]),
      ]);
    const picture = pictured(of("a", "b"), of("x", "a", "b"), "v[0]");
    const list = titled(picture, "Array of 2");
    expect(rowOf(list, "0")).toMatchObject({ mark: "cause" });
    expect(rowOf(list, "0").passing!.to).toEqual(rowOf(list, "1").failing!.to);
    expect(rowOf(list, "1").passing!.to).toEqual(rowOf(list, "2").failing!.to);
    expect(rowOf(list, "0").failing!.to).not.toEqual(rowOf(list, "0").passing!.to);
  });
});

describe("of any two states", () => {
  test("the cause is in the picture, and everything else is led to", () => {
    fc.assert(
      fc.property(twoStates, (states) => {
        const picture = picturedAny(states);
        const differ = differencesOf(states.passing, states.failing).length > 0;
        expect(marked(picture, "cause").length).toBe(differ ? 1 : 0);
        const cells = picture.boxes.flatMap(({ rows }) => rows.flatMap(({ passing, failing }) => [passing, failing]));
        const reached = new Set(cells.map((cell) => cell?.to?.box));
        for (const [i, { kind }] of picture.boxes.entries()) expect(kind !== "thing" || reached.has(i)).toBe(true);
      }),
    );
  });

  test("the picture is small, and plain JSON", () => {
    fc.assert(
      fc.property(twoStates, (states) => {
        const picture = picturedAny(states);
        expect(picture.boxes.reduce((sum, { rows }) => sum + 1 + rows.length, 0)).toBeLessThan(120);
        expect(JSON.parse(JSON.stringify(picture))).toEqual(picture);
      }),
    );
  });
});
