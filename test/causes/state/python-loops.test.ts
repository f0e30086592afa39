import { beforeAll, describe, expect, test } from "vitest";
import { type Graph, hasPython, local, pythonWorkshop, scalar, vertexAt } from "./python-program.ts";

describe.skipIf(!hasPython)("loops of a Python program", () => {
  let shop: ReturnType<typeof pythonWorkshop>;
  let plain: string;
  const at = (kind: string, round = 1) => ({ function: `look_at_${kind}`, hit: round });
  beforeAll(() => {
    shop = pythonWorkshop();
    plain = shop.run(["loops.py"], {}).output;
  });

  const captured = (kind: string, round = 1): Graph =>
    shop.run(["loops.py"], { place: at(kind, round), capture: shop.file("graph"), stop: true }).graph;
  const loops = (graph: Graph) => graph.roots.filter(({ name, frame }) => frame === 1 && name.startsWith("for "));
  const over = (name: string, ...steps: string[]) => local(name, steps, 1);
  const after = (kind: string, ...changes: object[]) => {
    const { output, error } = shop.run(["loops.py"], { place: at(kind, 2), changes });
    expect(error).toBe("");
    return output.split("\n").filter((line) => !plain.split("\n").includes(line));
  };

  test("show what they go over and how far they have come, by the variables that they set", () => {
    const first = captured("list");
    expect(loops(first).map(({ name }) => name)).toEqual(["for word"]);
    expect(vertexAt(first, "for word")).toMatchObject({ type: "list_iterator", kind: "object" });
    expect(vertexAt(first, "for word", "in", "2").value).toBe('"three"');
    expect(vertexAt(first, "for word", "index").value).toBe("1");
    expect(vertexAt(captured("list", 3), "for word", "index").value).toBe("3");
  });

  test("are told apart where one is in another, with blocks between them", () => {
    const graph = captured("nested", 4);
    const names = ["for number, word", "for left, right, _", "for number", "for number@2"];
    expect(loops(graph).map(({ name }) => name)).toEqual(names);
    expect(vertexAt(graph, "for number, word", "in", "index").value).toBe("1");
    expect(vertexAt(graph, "for number, word", "count").value).toBe("2");
    expect(vertexAt(graph, "for left, right, _", "0", "in", "1", "0").value).toBe("3");
    expect(vertexAt(graph, "for left, right, _", "1", "in").value).toMatch(/^range\([01], 9\)$/);
    expect(vertexAt(graph, "for number", "in", "1").value).toBe("6");
    expect(vertexAt(graph, "for number@2", "index").value).toBe("2");
  });

  test("go over dictionaries, sets, texts, and what others give them", () => {
    const graph = captured("others", 2);
    expect(vertexAt(graph, "for key, value", "in", "'b'").value).toBe("2");
    expect(vertexAt(graph, "for key, value", "index").value).toBe("1");
    expect(vertexAt(graph, "for member", "in", "7").value).toBe("7");
    expect(vertexAt(graph, "for letter", "in").value).toBe('"xyz"');
    expect(vertexAt(graph, "for size", "0", "0", "in", "0").value).toBe('"one"');
    expect(vertexAt(graph, "for back", "index").value).toBe("0");
  });

  test("are looked at without running any of the program's code", () => {
    const graph = captured("own");
    expect(vertexAt(graph, "for number", "left").value).toBe("2");
    const { output } = shop.run(["loops.py"], { place: at("own"), capture: shop.file("graph") });
    expect(output).toBe(plain);
  });

  test("are seen in generators, wherever these wait", () => {
    const graph = captured("generated", 2);
    expect(vertexAt(graph, "for number", "for number", "for n", "index").value).toBe("2");
  });

  test("are seen behind functions that are not written in Python", () => {
    expect(vertexAt(captured("called", 2), "for word", "index").value).toBe("2");
  });

  test("are gone when they are over", () => {
    expect(loops(captured("left"))).toEqual([]);
  });

  test.each([
    ["what they go over", "list", over("for word", "in", "2"), "str", '"x"', "over_list 3 ['one', 'two', 'x']"],
    ["how long that is", "list", over("for word", "in", "3"), "int", "4", "over_list 4 ['one', 'two', 'three', 4]"],
    ["how far they are", "list", over("for word", "index"), "int", "1", "over_list 4 ['one', 'two', 'two', 'three']"],
    ["a tuple that is a constant", "fixed", over("for n", "in", "2"), "int", "9", "fixed 3 [4, 5, 9]"],
    ["a text", "text", over("for letter", "in"), "str", '"uvwz"', "text 4 ['x', 'y', 'w', 'z']"],
    ["a dictionary that grows", "keys", over("for key", "in", "'d'"), "int", "4", "keys 4 ['a', 'b', 'c', 'd']"],
    ["what is handed on", "sizes", over("for size", "0", "0", "index"), "int", "0", "sizes 5 [3, 3, 3, 3, 5]"],
    [
      "a count",
      "counted",
      over("for n, word", "count"),
      "int",
      "7",
      "counted 3 [(0, 'one'), (1, 'two'), (7, 'three')]",
    ],
    [
      "those in generators",
      "generated",
      over("for number", "for number", "for n", "index"),
      "int",
      "1",
      "generated 4 [2, 4, 4, 6]",
    ],
  ])("can be changed: %s", (_, kind, at, type, text, line) => {
    expect(after(kind, { at, to: scalar(type, text) })).toEqual([line]);
  });

  test("can be changed: a range, of which Python 3.12 knows only what is left", () => {
    const range = vertexAt(captured("ranged", 2), "for n", "in").value!;
    const longer = scalar("range", range.replace(", 3)", ", 4)"));
    expect(after("ranged", { at: over("for n", "in"), to: longer })).toEqual(["ranged 4 [0, 1, 2, 3]"]);
  });

  test("go on from a position that only other changes make", () => {
    const changes = [
      { at: over("for word", "index"), to: scalar("int", "4") },
      { at: over("for word", "in", "3"), to: scalar("int", "4") },
      { at: over("for word", "in", "4"), to: scalar("int", "5") },
    ];
    expect(after("list", ...changes)).toEqual(["over_list 3 ['one', 'two', 5]"]);
  });

  test("are made again with what they go over", () => {
    const graph = captured("counted", 1);
    const copy = vertexAt(graph, "for n, word").index;
    const lines = after("counted", { at: over("for n, word"), to: { copy, graph: graph.vertices, known: {} } });
    expect(lines).toEqual(["counted 4 [(0, 'one'), (1, 'two'), (1, 'two'), (2, 'three')]"]);
  });

  test.each([
    ["be taken away", { gone: true }, "a loop has to go over something"],
    ["go on by what is no iterator", { path: over("for word", "in") }, "a loop cannot go on by a list"],
  ])("cannot %s", (_, to, reason) => {
    const { exit, error } = shop.run(["loops.py"], { place: at("list"), changes: [{ at: over("for word"), to }] });
    expect([exit, error]).toEqual([125, `culprit: a change cannot be made: ${reason}\n`]);
  });
});
