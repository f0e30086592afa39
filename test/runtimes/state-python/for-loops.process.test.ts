import { beforeAll, describe, expect, test } from "vitest";
import type { MemoryGraph, ValueChange } from "../../../runtimes/protocol/state.ts";
import { skippedBecause } from "../../tiers/skipped-because.ts";
import { local, noPython, pythonRunner, scalar, vertexAt } from "./python-program.ts";

describe("the running for loops of a Python program", skippedBecause(noPython), () => {
  let runner: ReturnType<typeof pythonRunner>;
  /** What the program prints without changes. */
  let unchanged: string;
  beforeAll(() => {
    runner = pythonRunner();
    unchanged = runner.run(["loops.py"], {}).output;
  });

  const at = (kind: string, round: number) => ({ function: `look_at_${kind}`, hit: round });
  const capture = (kind: string, round: number): MemoryGraph =>
    runner.run(["loops.py"], { place: at(kind, round), capture: runner.file("graph"), stop: true }).graph;
  const loopNames = ({ roots }: MemoryGraph) =>
    roots.filter((root) => "frame" in root && root.frame === 1 && root.name.startsWith("for ")).map(({ name }) => name);
  const loop = (name: string, ...steps: string[]) => local(name, steps, 1);
  /** The lines that are printed only with changes in the second round of a loop. */
  const newLines = (kind: string, ...changes: ValueChange[]) => {
    const { output, error } = runner.run(["loops.py"], { place: at(kind, 2), changes });
    expect(error).toBe("");
    return output.split("\n").filter((line) => !unchanged.split("\n").includes(line));
  };

  test("have what they iterate over and their position as parts, and the variables that they set as name", () => {
    const first = capture("list", 1);
    expect(loopNames(first)).toEqual(["for word"]);
    expect(vertexAt(first, "for word")).toMatchObject({ type: "list_iterator", kind: "object" });
    expect(vertexAt(first, "for word", "in", "2").value).toBe('"three"');
    expect(vertexAt(first, "for word", "index").value).toBe("1");
    expect(vertexAt(capture("list", 3), "for word", "index").value).toBe("3");
  });

  test("have different names where they are nested, with blocks between them", () => {
    const graph = capture("nested", 4);
    expect(loopNames(graph)).toEqual(["for number, word", "for left, right, _", "for number", "for number@2"]);
    expect(vertexAt(graph, "for number, word", "in", "index").value).toBe("1");
    expect(vertexAt(graph, "for number, word", "count").value).toBe("2");
    expect(vertexAt(graph, "for left, right, _", "0", "in", "1", "0").value).toBe("3");
    expect(vertexAt(graph, "for left, right, _", "1", "in").value).toMatch(/^range\([01], 9\)$/);
    expect(vertexAt(graph, "for number", "in", "1").value).toBe("6");
    expect(vertexAt(graph, "for number@2", "index").value).toBe("2");
  });

  test("iterate over dictionaries, sets, texts and other iterators", () => {
    const graph = capture("others", 2);
    expect(vertexAt(graph, "for key, value", "in", "'b'").value).toBe("2");
    expect(vertexAt(graph, "for key, value", "index").value).toBe("1");
    expect(vertexAt(graph, "for member", "in", "7").value).toBe("7");
    expect(vertexAt(graph, "for letter", "in").value).toBe('"xyz"');
    expect(vertexAt(graph, "for size", "0", "0", "in", "0").value).toBe('"one"');
    expect(vertexAt(graph, "for back", "index").value).toBe("0");
  });

  test("are captured without running any of the program's code", () => {
    const { graph, output } = runner.run(["loops.py"], { place: at("own", 1), capture: runner.file("graph") });
    expect(vertexAt(graph, "for number", "left").value).toBe("2");
    expect(output).toBe(unchanged);
  });

  test("are captured in suspended generators", () => {
    const graph = capture("generated", 2);
    expect(vertexAt(graph, "for number", "for number", "for n", "index").value).toBe("2");
  });

  test("are captured behind functions that are not written in Python", () => {
    expect(vertexAt(capture("called", 2), "for word", "index").value).toBe("2");
  });

  test("are gone when they have ended", () => {
    expect(loopNames(capture("left", 1))).toEqual([]);
  });

  test.each([
    ["a position", "list", loop("for word", "index"), "int", "1", "over_list 4 ['one', 'two', 'two', 'three']"],
    ["a constant tuple", "fixed", loop("for n", "in", "2"), "int", "9", "fixed 3 [4, 5, 9]"],
    ["a text", "text", loop("for letter", "in"), "str", '"uvwz"', "text 4 ['x', 'y', 'w', 'z']"],
    ["a dictionary that grows", "keys", loop("for key", "in", "'d'"), "int", "4", "keys 4 ['a', 'b', 'c', 'd']"],
    ["an inner iterator", "sizes", loop("for size", "0", "0", "index"), "int", "0", "sizes 5 [3, 3, 3, 3, 5]"],
    [
      "a count",
      "counted",
      loop("for n, word", "count"),
      "int",
      "7",
      "counted 3 [(0, 'one'), (1, 'two'), (7, 'three')]",
    ],
    [
      "a loop in a generator",
      "generated",
      loop("for number", "for number", "for n", "index"),
      "int",
      "1",
      "generated 4 [2, 4, 4, 6]",
    ],
  ])("can be changed: %s", (_, kind, path, type, text, line) => {
    expect(newLines(kind, { at: path, to: scalar(type, text) })).toEqual([line]);
  });

  test("can be changed: elements and the length of a list, but not to iterate over nothing or without an iterator", () => {
    const changes: ValueChange[] = [
      { at: loop("for word"), to: { gone: true } },
      { at: loop("for word"), to: { path: loop("for word", "in") } },
      { at: loop("for word", "in", "2"), to: scalar("str", '"x"') },
      { at: loop("for word", "in", "3"), to: scalar("int", "4") },
    ];
    const run = runner.run(["loops.py"], { place: at("list", 2), changes, refused: runner.file("refused") });
    expect(run.refused).toEqual([
      { change: 0, reason: "a loop must have something to iterate over" },
      { change: 1, reason: "a loop cannot continue with a list" },
    ]);
    expect(run.output).toContain("over_list 4 ['one', 'two', 'x', 4]\n");
  });

  test("can be changed: a range, of which Python 3.12 has only the rest", () => {
    const range = vertexAt(capture("ranged", 2), "for n", "in").value!;
    const longer = scalar("range", range.replace(", 3)", ", 4)"));
    expect(newLines("ranged", { at: loop("for n", "in"), to: longer })).toEqual(["ranged 4 [0, 1, 2, 3]"]);
  });

  test("continue from a position that exists only with the other changes", () => {
    const changes = [
      { at: loop("for word", "index"), to: scalar("int", "4") },
      { at: loop("for word", "in", "3"), to: scalar("int", "4") },
      { at: loop("for word", "in", "4"), to: scalar("int", "5") },
    ];
    expect(newLines("list", ...changes)).toEqual(["over_list 3 ['one', 'two', 5]"]);
  });

  test("are copied with what they iterate over", () => {
    const graph = capture("counted", 1);
    const copy = vertexAt(graph, "for n, word").index;
    const lines = newLines("counted", { at: loop("for n, word"), to: { copy, graph: graph.vertices, known: {} } });
    expect(lines).toEqual(["counted 4 [(0, 'one'), (1, 'two'), (1, 'two'), (2, 'three')]"]);
  });
});
