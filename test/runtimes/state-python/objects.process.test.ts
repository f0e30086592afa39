import { beforeAll, describe, expect, test } from "vitest";
import type { MemoryGraph, NewValue, ValueChange } from "../../../runtimes/protocol/state.ts";
import { skippedBecause } from "../../tiers/skipped-because.ts";
import { local, noPython, pythonRunner, scalar, vertexAt } from "./python-program.ts";

describe("objects of a Python program", skippedBecause(noPython), () => {
  let runner: ReturnType<typeof pythonRunner>;
  let graph: MemoryGraph;
  /** What the program prints without changes. */
  let unchanged: string;
  const place = { function: "look", hit: 1 };
  beforeAll(() => {
    runner = pythonRunner();
    const run = runner.run(["objects.py"], { place, capture: runner.file("graph") });
    graph = run.graph;
    unchanged = run.output;
  });

  const thing = (key: string, ...labels: string[]) => vertexAt(graph, "things", key, ...labels);
  const things = (...steps: string[]) => local("things", steps);
  const copyOf = (key: string, known = {}): NewValue => ({ copy: thing(key).index, graph: graph.vertices, known });
  const runWith = (...changes: ValueChange[]) => runner.run(["objects.py"], { place, changes });
  /** The lines that are printed only with these changes. */
  const newLines = (...changes: ValueChange[]) => {
    const { output, error } = runWith(...changes);
    expect(error).toBe("");
    return output.split("\n").filter((line) => !unchanged.split("\n").includes(line));
  };

  test("are captured without running any of the program's code", () => {
    expect(unchanged).not.toMatch(/ ran/);
    expect(unchanged.match(/^made/gm)).toHaveLength(2);
  });

  test("without parts are text from which they can be made again", () => {
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

  test("have slots, named parts, attributes of containers, closures and class variables as parts", () => {
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

  test("can be changed in all their parts", () => {
    const set = (steps: readonly string[], type: string, text: string) => ({
      at: things(...steps),
      to: scalar(type, text),
    });
    const gone = (...steps: string[]) => ({ at: things(...steps), to: { gone: true } as const });
    const lines = newLines(
      // An attribute behind a __setattr__.
      set(["'ring'", "name"], "str", '"noisy"'),
      // A slot that was not set, a frozen dataclass, a tuple that also grows, a named tuple.
      set(["'slotted'", "y"], "int", "9"),
      set(["'frozen'", "size"], "int", "9"),
      set(["'frozen'", "tags", "1"], "str", '"z"'),
      set(["'frozen'", "tags", "2"], "int", "1"),
      set(["'point'", "x"], "int", "9"),
      // A tuple that two entries share, entries, attributes of a container, elements, numbers in an array.
      set(["'pair'", "0"], "int", "9"),
      set(["'bag'", "'k'"], "int", "6"),
      set(["'bag'", ".label"], "str", '"sack"'),
      set(["'queue'", "2"], "int", "3"),
      set(["'array'", "1"], "int", "9"),
      // Members of sets, a member of an enumeration.
      gone("'set'", "'a'"),
      set(["'set'", "'c'"], "str", '"c"'),
      set(["Colour.RED"], "Colour", "RED"),
      // A value of the standard library, arguments of an error.
      set(["'price'"], "decimal.Decimal", "2"),
      gone("'error'", "args", "1"),
      // A variable of a closure, a default value, a new key.
      set(["'step'", "n"], "int", "1"),
      set(["'step'", "default seen", "0"], "int", "1"),
      set(["'new'"], "int", "1"),
      // A namespace, an ordered dictionary, a tuple in a frozen set.
      set(["'space'", "b"], "int", "2"),
      set(["'ordered'", "'x'"], "int", "1"),
      set(["'frozen set'", "(1, 2)", "0"], "int", "3"),
    );
    expect(lines).toEqual([
      "noisy second True 0",
      "1 9 Frozen(size=9, tags=('a', 'z', 1)) Point(x=9, y=2)",
      "(9, [2, 3]) True 6 sack deque([1, 2, 3], maxlen=3) array('i', [7, 9])",
      "b'\\x00\\xff' ['b', 'c'] 2.5 Colour.RED None 2020-01-02 00:00:00",
      "2 {'x': [1]} ('bad',) True (1+2j)",
      `(2, 2) 'qu"ote\\ud800' True new`,
      "namespace(a=1, b=2) ['z', 'y', 'x'] 2 frozenset({(3, 2)})",
    ]);
  });

  test("are swapped by paths that refer to the state before any change", () => {
    const swap = [
      { at: local("first", [], 1), to: { path: local("second", [], 1) } },
      { at: local("second", [], 1), to: { path: local("first", [], 1) } },
    ];
    expect(newLines(...swap)).toEqual(["second first True 0"]);
    expect(newLines(...swap.reverse())).toEqual(["second first True 0"]);
  });

  test("are copied with everything they reach, aliases and cycles, and no constructor runs", () => {
    const keys = vertexAt(graph, "things").edges!.map(([key]) => key);
    const copiable = keys.filter((key) => !/array|generator|file|step|key of/.test(key));
    const all = runWith(...copiable.map((key) => ({ at: things(key), to: copyOf(key) })));
    expect([all.error, all.output]).toEqual(["", unchanged]);
    // Alone it is no longer the same object as the other one.
    const alone = runWith({ at: things("'pair'"), to: copyOf("'pair'") });
    expect([alone.error, alone.output]).toEqual(["", unchanged.replace("(1, [2, 3]) True", "(1, [2, 3]) False")]);
    const first = local("first", [], 1);
    const known = { [thing("'also'").index]: things("'also'") };
    expect(newLines({ at: first, to: copyOf("'ring'", known) })).toEqual([]);
    expect(newLines({ at: first, to: copyOf("'ring'") })).toEqual(["first second False 0"]);
  });

  test("are changed as far as possible, where the plan asks for the changes that are not", () => {
    const changes: ValueChange[] = [
      { at: things("'bag'", "'k'"), to: scalar("int", "6") },
      { at: things("'queue'", ".maxlen"), to: scalar("int", "9") },
      { at: things("'error'", "args", "2"), to: scalar("int", "4") },
      { at: things("'error'", "args", "3"), to: scalar("int", "5") },
      { at: things("'array'", "1"), to: scalar("str", '"x"') },
      ...["'generator'", "'file'", "'step'", "'array'"].map((key) => ({ at: things(key), to: copyOf(key) })),
      { at: things("'set'", "'a'"), to: { gone: true } },
    ];
    const run = runner.run(["objects.py"], { place, changes, refused: runner.file("refused") });
    expect([run.error, run.answer]).toEqual(["", { reached: true }]);
    const notCreated = { reason: expect.stringMatching(/ cannot be created/) };
    expect(run.refused).toEqual([
      { change: 1, reason: "the maximum length of a deque cannot be changed" },
      { change: 4, reason: expect.stringMatching(/^element 1: /) },
      ...[5, 6, 7, 8].map((change) => ({ change, ...notCreated })),
    ]);
    expect(run.output).toContain("6 bag deque([1, 2], maxlen=3) array('i', [7, 8])");
    expect(run.output).toContain("('bad', 3, 4, 5)");
    expect(run.output).toContain("['b']");
  });

  test("beyond the maximum number of values are left out, the nearest are captured", () => {
    const plan = { place, capture: runner.file("graph"), maxValues: 20, stop: true };
    const cut = runner.run(["objects.py"], plan).graph;
    expect([cut.truncated, cut.vertices.length]).toEqual([true, 20]);
    expect(cut.roots.map((root) => root.name)).toContain("step");
  });
});
