import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { MemoryGraph, Vertex } from "../../../../runtimes/protocol/state.ts";
import { differencesOf, type StateDifference } from "../../../../src/causes/state/compare/differences.ts";
import { changesFor } from "../../../../src/causes/state/compare/plan-changes.ts";

/** A list of texts, or of things with a text and a number each. */
function listOf(texts: readonly string[], shape: "text" | "thing" = "text", type = "Array"): MemoryGraph {
  const vertices: Vertex[] = [{ type, kind: "array", length: texts.length, edges: [] }];
  const add = (vertex: Vertex) => vertices.push(vertex) - 1;
  const edges = texts.map((text, i): [string, number] => {
    const named = () => add({ type: "string", value: JSON.stringify(text) });
    if (shape === "text") return [String(i), named()];
    const parts: [string, number][] = [
      ["name", named()],
      ["line", add({ type: "number", value: String(i) })],
    ];
    return [String(i), add({ type: "Object", kind: "object", edges: parts })];
  });
  vertices[0] = { ...vertices[0]!, edges };
  return {
    stack: [{ function: "f", file: "f.js", line: 1 }],
    roots: [{ frame: 0, name: "v", vertex: 0 }],
    vertices,
    truncated: false,
  };
}

/** What the drivers make of it: values are those before any change, elements come and go at the end. */
function made(texts: readonly string[], differences: readonly StateDifference[], chosen = differences): string[] {
  const list = [...texts];
  for (const { at, to } of changesFor(chosen, differences)) {
    const index = Number(at.steps[0]);
    expect(index).toBeLessThanOrEqual(list.length);
    if ("gone" in to) expect(list.splice(index)).toHaveLength(1);
    else if ("scalar" in to) list[index] = JSON.parse(to.scalar);
    else if ("path" in to) list[index] = texts[Number(to.path.steps[0])]!;
    else if ("copy" in to) list[index] = JSON.parse(to.graph.find(({ type }) => type === "string")!.value!);
  }
  return list;
}

const words = fc.array(fc.constantFrom("a", "b", "c", "d", "e"), { maxLength: 12 });
const shown = (passing: MemoryGraph, failing: MemoryGraph) =>
  differencesOf(passing, failing).map(
    ({ name, old, new: now }) => `${name}: ${old ?? "nothing"} -> ${now ?? "nothing"}`,
  );

describe("two lists, one with more elements", () => {
  test.each([["text"], ["thing"]] as const)("all differences together make the one of the other: %s", (shape) => {
    const property = fc.property(words, words, (passing, failing) => {
      const differences = differencesOf(listOf(passing, shape), listOf(failing, shape));
      if (shape === "text") expect(made(passing, differences)).toEqual(failing);
      // Where the lengths are the same, what the things say may differ, and not the list.
      else expect(made(passing, differences)).toHaveLength(failing.length);
      expect(made(passing, differences, [])).toEqual(passing);
    });
    fc.assert(property);
  });

  test("any of them make a list, in which all else stays, in its order", () => {
    const property = fc.property(words, words, fc.infiniteStream(fc.boolean()), (passing, failing, coins) => {
      const differences = differencesOf(listOf(passing), listOf(failing));
      const chosen = differences.filter(() => coins.next().value);
      const list = made(passing, differences, chosen);
      expect(list.every((each) => typeof each === "string")).toBe(true);
      if (!differences.every(({ edit }) => edit)) return;
      const edits = chosen.map(({ edit }) => edit!);
      const [come, gone] = [
        edits.filter(({ value, replaces }) => value && !replaces),
        edits.filter(({ value }) => !value),
      ];
      expect(list).toHaveLength(passing.length + come.length - gone.length);
      const untouched = passing.filter((_, i) =>
        edits.every(({ at, value, replaces }) => at !== i || (value && !replaces)),
      );
      let from = 0;
      for (const each of untouched) {
        from = list.indexOf(each, from) + 1;
        expect(from).toBeGreaterThan(0);
      }
    });
    fc.assert(property);
  });

  test("an inserted element is one difference, wherever it is, and so is a removed one", () => {
    const [without, more] = [
      ["a", "b", "c", "d"],
      ["a", "x", "b", "c", "d"],
    ];
    expect(shown(listOf(without), listOf(more))).toEqual(['v[1]: nothing -> "x"']);
    expect(shown(listOf(more), listOf(without))).toEqual(['v[1]: "x" -> nothing']);
    // The line numbers after it change: these are differences of their own.
    expect(shown(listOf(without, "thing"), listOf(more, "thing"))).toEqual([
      ...["v[1].line: 1 -> 2", "v[2].line: 2 -> 3", "v[3].line: 3 -> 4"],
      'v[1]: nothing -> a new Object {name: "x", line: 1}',
    ]);
  });

  test("elements are paired by index where that explains as much, and where none can be inserted", () => {
    expect(shown(listOf(["a", "b"]), listOf(["x", "y", "z"]))).toEqual([
      ...['v[0]: "a" -> "x"', 'v[1]: "b" -> "y"', 'v[2]: nothing -> "z"'],
    ]);
    const array = (...texts: string[]) => listOf(texts, "text", "char *[8]");
    expect(shown(array("a", "b"), array("x", "a", "b"))).toHaveLength(3);
  });
});
