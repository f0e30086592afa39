import { expect, test } from "vitest";
import type { MemoryGraph } from "../../../../runtimes/protocol/state.ts";
import { pathText, scopeOf } from "../../../../src/causes/state/compare/access-path.ts";
import { differencesOf } from "../../../../src/causes/state/compare/differences.ts";

test.each([
  [["2"], "a[2]"],
  [["next", "value"], "a.next.value"],
  [["*"], "*a"],
  [["*", "2"], "a[2]"],
  [["*", "next", "*", "value"], "a->next->value"],
  [["*", "*"], "**a"],
  [["*.", "next", "*.", "value"], "a.next.value"],
  [["next", "*."], "*a.next"],
  [["*.", "*."], "**a"],
  [["some key"], "a[some key]"],
  [[...Array.from({ length: 1204 }, () => "next"), "value"], "a.next(×1204).value"],
  [Array.from({ length: 10 }, () => ["*", "next"]).flat(), "a->next(×10)"],
])("a path is written as people write it: %#", (steps, text) => {
  expect(pathText({ root: { frame: 0, name: "a" }, steps })).toBe(text);
});

test("a thing belongs to the scope that knows it longest, and a value to the scope of its variable", () => {
  const graph = (value: string): MemoryGraph => ({
    stack: ["sort", "main"].map((name) => ({ function: name, file: "/p/s.c", line: 1 })),
    roots: [
      { frame: 0, name: "a", vertex: 0 },
      { frame: 0, name: "h", vertex: 2 },
      { frame: 1, name: "a", vertex: 0 },
      { global: "/p/s.c", name: "h", vertex: 3 },
    ],
    vertices: [
      { type: "array", kind: "array", edges: [["0", 1]] },
      ...Array.from({ length: 3 }, () => ({ type: "int", value })),
    ],
    truncated: false,
  });
  const passing = graph("1");
  const scopes = differencesOf(passing, graph("2")).map((each) => [each.name, scopeOf(each, passing.stack)]);
  expect(scopes).toEqual([
    ["a[0]", "main"],
    ["h", "sort"],
    ["h", "/p/s.c"],
  ]);
});
