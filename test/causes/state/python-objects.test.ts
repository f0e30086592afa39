import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { type Graph, hasPython, local, pythonWorkshop, scalar, vertexAt } from "./python-program.ts";

describe.skipIf(!hasPython)("objects of a Python program", () => {
  let shop: ReturnType<typeof pythonWorkshop>;
  let graph: Graph;
  let plain: string;
  const place = { function: "look", hit: 1 };
  beforeAll(() => {
    shop = pythonWorkshop();
    const run = shop.run(["objects.py"], { place, capture: shop.file("graph") });
    graph = run.graph;
    plain = run.output;
  });

  const thing = (key: string, ...steps: string[]) => vertexAt(graph, "things", key, ...steps);
  const things = (...steps: string[]) => local("things", steps);
  const after = (...changes: object[]) => {
    const { output, error } = shop.run(["objects.py"], { place, changes });
    return { output, error, differs: output.split("\n").filter((line) => !plain.split("\n").includes(line)) };
  };

  test("are looked at without running any of the program's code", () => {
    expect(plain).not.toMatch(/ ran/);
    expect(plain.match(/^made/gm)).toHaveLength(2);
  });

  test("are texts that mean the same again, if they have no parts", () => {
    const texts = ["'bytes'", "'when'", "'price'", "'text'", "'truth'", "'complex'", "Colour.RED", "7", "(1, 't')"];
    expect(texts.map((key) => [thing(key).type, thing(key).value])).toEqual([
      ["bytes", '"\\u0000\\u00ff"'],
      ["datetime.datetime", "2020-01-02T00:00:00"],
      ["decimal.Decimal", "1.50"],
      ["str", '"qu\\"ote\\ud800"'],
      ["bool", "True"],
      ["complex", "(1+2j)"],
      ["Colour", "BLUE"],
      ["NoneType", "None"],
      ["float", "2.5"],
    ]);
    expect(thing("'big'").value).toMatch(/^0x31e2/);
  });

  test("are one vertex however they are reached", () => {
    expect(thing("'ring'", "next").index).toBe(thing("'also'").index);
    expect(thing("'ring'", "next", "next").index).toBe(thing("'ring'").index);
    expect(thing("'pair'").index).toBe(thing("'same'").index);
    expect(thing("'bound'", "__self__").index).toBe(thing("'ring'").index);
    expect(thing("'keyed'", "key of <Node 0>").index).toBe(thing("'ring'").index);
  });

  test("show slots, parts by name, attributes of containers, closures, class variables", () => {
    expect(thing("'slotted'").edges?.map(([label]) => label)).toEqual(["x"]);
    expect(thing("'point'", "y").value).toBe("2");
    expect(thing("'bag'", ".label").value).toBe('"bag"');
    expect(thing("'bag'", "'k'").value).toBe("5");
    expect(thing("'step'").edges?.map(([label]) => label)).toEqual(["n", "default seen"]);
    expect(vertexAt(graph, "Node", "count").value).toBe("0");
    expect(thing("'error'", "args", "0").value).toBe('"bad"');
  });

  test("are opaque where their state is hidden", () => {
    expect(thing("'generator'")).toMatchObject({
      kind: "opaque",
      type: expect.stringMatching(/^generator numbers at line \d+$/),
    });
    expect(thing("'file'")).toMatchObject({ kind: "opaque" });
  });

  test.each([
    ["an attribute behind a __setattr__", ["'ring'", "name"], "str", '"noisy"', "noisy second True 0"],
    ["a slot that was not set", ["'slotted'", "y"], "int", "9", "1 9 Frozen(size=3, tags=('a', 'b')) Point(x=1, y=2)"],
    ["a frozen dataclass", ["'frozen'", "size"], "int", "9", "1 unset Frozen(size=9, tags=('a', 'b')) Point(x=1, y=2)"],
    ["a tuple", ["'frozen'", "tags", "1"], "str", '"z"', "1 unset Frozen(size=3, tags=('a', 'z')) Point(x=1, y=2)"],
    [
      "a longer tuple",
      ["'frozen'", "tags", "2"],
      "int",
      "1",
      "1 unset Frozen(size=3, tags=('a', 'b', 1)) Point(x=1, y=2)",
    ],
    ["a named tuple", ["'point'", "x"], "int", "9", "1 unset Frozen(size=3, tags=('a', 'b')) Point(x=9, y=2)"],
    ["a closure and what a default keeps", ["'step'", "n"], "int", "1", `(2, 1) 'qu"ote\\ud800' True keyed`],
    ["a default", ["'step'", "default seen", "0"], "int", "1", `(11, 2) 'qu"ote\\ud800' True keyed`],
    ["a plain namespace", ["'space'", "b"], "int", "2", "namespace(a=1, b=2) ['z', 'y'] 2 frozenset({(1, 2)})"],
    ["an ordered entry", ["'ordered'", "'x'"], "int", "1", "namespace(a=1) ['z', 'y', 'x'] 2 frozenset({(1, 2)})"],
    [
      "a tuple in a frozen set",
      ["'frozen set'", "(1, 2)", "0"],
      "int",
      "3",
      "namespace(a=1) ['z', 'y'] 2 frozenset({(3, 2)})",
    ],
    ["a new key", ["'new'"], "int", "1", `(11, 1) 'qu"ote\\ud800' True new`],
  ])("can be changed: %s", (_, steps, type, text, line) => {
    expect(after({ at: things(...steps), to: scalar(type, text) }).differs).toEqual([line]);
  });

  test("can be changed: entries, elements, members of sets, numbers in arrays, arguments of errors", () => {
    const { output } = after(
      { at: things("'bag'", "'k'"), to: scalar("int", "6") },
      { at: things("'bag'", ".label"), to: scalar("str", '"sack"') },
      { at: things("'queue'", "2"), to: scalar("int", "3") },
      { at: things("'array'", "1"), to: scalar("int", "9") },
      { at: things("'set'", "'a'"), to: { gone: true } },
      { at: things("'set'", "'c'"), to: scalar("str", '"c"') },
      { at: things("Colour.RED"), to: scalar("Colour", "RED") },
      { at: things("'price'"), to: scalar("decimal.Decimal", "2") },
      { at: things("'error'", "args", "1"), to: { gone: true } },
    );
    expect(output).toContain("6 sack deque([1, 2, 3], maxlen=3) array('i', [7, 9])");
    expect(output).toContain("['b', 'c'] 2.5 Colour.RED None");
    expect(output).toContain("2 {'x': [1]} ('bad',) True");
  });

  test("keep being one when a tuple that several hold is changed", () => {
    const { differs } = after({ at: things("'pair'", "0"), to: scalar("int", "9") });
    expect(differs).toEqual(["(9, [2, 3]) True 5 bag deque([1, 2], maxlen=3) array('i', [7, 8])"]);
  });

  test("are pointed elsewhere by paths as they were before any change", () => {
    const swap = [
      { at: local("first", [], 1), to: { path: local("second", [], 1) } },
      { at: local("second", [], 1), to: { path: local("first", [], 1) } },
    ];
    expect(after(...swap).differs).toEqual(["second first True 0"]);
    expect(after(...swap.reverse()).differs).toEqual(["second first True 0"]);
  });

  test("are made again with all they reach, aliases and cycles, and no constructor runs", () => {
    const copiable = (graph.vertices[0]?.edges ?? []).filter(([key]) => !/array|generator|file|step|key of/.test(key));
    for (const [key, copy] of copiable) {
      const { output, error } = after({ at: things(key), to: { copy, graph: graph.vertices, known: {} } });
      const alone = key === "'pair'" || key === "'same'"; // no longer one with the other
      const expected = alone ? plain.replace("(1, [2, 3]) True", "(1, [2, 3]) False") : plain;
      expect([key, error, output]).toEqual([key, "", expected]);
    }
    const both = ["'pair'", "'same'"].map((key) => ({
      at: things(key),
      to: { copy: thing(key).index, graph: graph.vertices, known: {} },
    }));
    expect(after(...both).output).toBe(plain);
    const known = { [thing("'also'").index]: things("'also'") };
    const ring = { copy: thing("'ring'").index, graph: graph.vertices, known };
    expect(after({ at: local("first", [], 1), to: ring }).differs).toEqual([]);
    expect(after({ at: local("first", [], 1), to: { ...ring, known: {} } }).differs).toEqual(["first second False 0"]);
  });

  test("are changed as far as they can be, where it is asked which changes cannot be made", () => {
    const changes = [
      { at: things("'bag'", "'k'"), to: scalar("int", "6") },
      { at: things("'queue'", ".maxlen"), to: scalar("int", "9") },
      { at: things("'error'", "args", "2"), to: scalar("int", "4") },
      { at: things("'error'", "args", "3"), to: scalar("int", "5") },
      { at: things("'array'", "1"), to: scalar("str", '"x"') },
      { at: things("'set'", "'a'"), to: { gone: true } },
    ];
    const { output, error } = shop.run(["objects.py"], { place, changes, refused: shop.file("refused") });
    expect(error).toBe("");
    expect(JSON.parse(readFileSync(shop.file("refused"), "utf8"))).toEqual([
      { change: 1, reason: "the bound of a deque cannot be changed" },
      { change: 4, reason: expect.stringMatching(/^element 1: /) },
    ]);
    expect(output).toContain("6 bag deque([1, 2], maxlen=3) array('i', [7, 8])");
    expect(output).toContain("('bad', 3, 4, 5)");
    expect(output).toContain("['b']");
  });

  test("that cannot be made again are refused", () => {
    for (const key of ["'generator'", "'file'", "'step'", "'array'"]) {
      const to = { copy: thing(key).index, graph: graph.vertices, known: {} };
      expect(after({ at: things(key), to }).error).toMatch(
        /^culprit: a change cannot be made: .* cannot be made again/,
      );
    }
  });

  test("are cut off at the number of values that was asked for, nearest first", () => {
    const cut = shop.run(["objects.py"], { place, capture: shop.file("graph"), maxValues: 20 }).graph;
    expect([cut.truncated, cut.vertices.length]).toEqual([true, 20]);
    expect(cut.roots.map((root) => root.name)).toContain("step");
  });
});
