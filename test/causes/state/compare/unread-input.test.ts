import { expect, test } from "vitest";
import type { MemoryGraph } from "../../../../runtimes/protocol/state.ts";
import { scopeOf } from "../../../../src/causes/state/compare/access-path.ts";
import { differencesOf } from "../../../../src/causes/state/compare/differences.ts";
import { changesFor } from "../../../../src/causes/state/compare/plan-changes.ts";

/** A program that has not yet read these lines; the first of them has the number `line`. */
function unread(lines: readonly string[], root: { readonly name?: string; readonly line?: number } = {}): MemoryGraph {
  const edges = lines.map((_, i) => [String(i), i + 1] as const);
  return {
    stack: [{ function: "main", file: "/p/f.py", line: 1 }],
    roots: [{ input: 3, name: "data.txt", ...root, vertex: 0 }],
    vertices: [
      { type: "lines", kind: "array", length: lines.length, edges },
      ...lines.map((line) => ({ type: "line", value: JSON.stringify(`${line}\n`) })),
    ],
    truncated: false,
  };
}

const shown = (passing: MemoryGraph, failing: MemoryGraph) =>
  differencesOf(passing, failing).map(
    ({ name, old, new: now }) => `${name}: ${old ?? "nothing"} -> ${now ?? "nothing"}`,
  );

test("unread lines are compared one by one, by their numbers in the file", () => {
  const failing = unread(["c", "x"], { line: 3, name: "other.txt" });
  expect(shown(unread(["c", "d"], { line: 3 }), failing)).toEqual([String.raw`data.txt line 4: "d\n" -> "x\n"`]);
  expect(shown(unread(["c", "d"]), failing)).toEqual([String.raw`data.txt (unread)[1]: "d\n" -> "x\n"`]);
});

test("a line that only one run has is one difference, wherever it is", () => {
  const [passing, failing] = [unread(["a", "b", "c"], { line: 1 }), unread(["x", "a", "b", "c"], { line: 1 })];
  expect(shown(passing, failing)).toEqual([String.raw`data.txt line 1: nothing -> "x\n"`]);
  expect(shown(failing, passing)).toEqual([String.raw`data.txt line 1: "x\n" -> nothing`]);
  const differences = differencesOf(passing, failing);
  expect(changesFor(differences, differences).map(({ at }) => at.steps)).toEqual([["0"], ["1"], ["2"], ["3"]]);
});

test("the same line has the same key before and after others were read", () => {
  const keyAt = (line: number, lines: readonly string[]) =>
    differencesOf(unread([...lines, "d"], { line }), unread([...lines, "x"], { line })).map(({ key }) => key);
  expect(keyAt(1, ["a", "b"])).toEqual(keyAt(3, []));
});

test("unread lines belong to their file", () => {
  const passing = unread(["a"], { line: 1 });
  const [difference] = differencesOf(passing, unread(["b"], { line: 1 }));
  expect(scopeOf(difference!, passing.stack)).toBe("data.txt");
});

test("lines of which it is not known whether they were read are not compared", () => {
  const passing = unread(["a"], { line: 1 });
  const failing: MemoryGraph = { ...unread(["b"], { line: 1 }), vertices: [{ type: "lines", kind: "opaque" }] };
  expect(shown(passing, failing)).toEqual([]);
});
