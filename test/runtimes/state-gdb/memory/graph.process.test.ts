import { expect, test } from "vitest";
import { find, gdbRunner, lineOf, path, scalar, value } from "../gdb-program.ts";

const gdb = gdbRunner();

test("the sort program: a block behind a pointer, the arguments, statics, one vertex for two pointers", () => {
  const command = [gdb.build("sort.c"), "11", "14"];
  const graph = gdb.capture({ command, place: { function: "shell_sort", hit: 1 } });
  expect(graph.stack.map((each) => each.function)).toEqual(["shell_sort", "main"]);
  expect(value(graph, "size")).toBe("3");
  expect(["0", "1", "2"].map((index) => value(graph, "a", "*", index))).toEqual(["11", "14", "0"]);
  expect(graph.vertices[find(graph, "a", "*")]!.length).toBeGreaterThanOrEqual(16);
  expect(value(graph, "argv", "*", "2")).toBe('"14"');
  expect(graph.vertices[find(graph, "argv", "*")]!.length).toBe(3);
  expect(value(graph, "rounds")).toBe("0");
  const [inner, outer] = graph.roots.filter((each) => each.name === "a");
  expect([inner, outer]).toMatchObject([{ frame: 0 }, { frame: 1 }]);
  expect(graph.vertices[outer!.vertex]!.edges).toEqual(graph.vertices[inner!.vertex]!.edges);
});

test("structs, cycles, bit fields, unions, strings, constants and functions in C", () => {
  const plan = { command: [gdb.build("shapes.c")], place: lineOf("shapes.c", "here") };
  const graph = gdb.capture(plan);
  const of = (name: string, ...steps: string[]) => value(graph, name, ...steps);
  expect(find(graph, "list", "*")).toBe(find(graph, "list", "*", ..."next * next * next *".split(" ")));
  expect(of("list", "*", "next", "*", "value")).toBe("1");
  expect(of("root", "*", "left", "*", "name")).toBe('"a"');
  expect(of("root", "*", "left", "*", "left")).toBe("0x0");
  expect(find(graph, "inside", "*")).toBe(find(graph, "numbers", "2"));
  expect([of("flags", "low"), of("flags", "high")]).toEqual(["5", "-3"]);
  expect([of("yes"), of("letters"), of("bytes", "2"), of("counter")]).toEqual(["true", '"letters"', "255", "-7"]);
  expect(Number(of("third"))).toBe(Math.fround(1 / 3));
  expect([of("points", "0", "label"), of("points", "1", "colour")]).toEqual(['"first"', "BLUE"]);
  expect([of("points", "0", "at", "1"), of("points", "1", "at", "1")].map(Number)).toEqual([0.1, 1e300]);
  expect([of("constant"), of("show::calls")]).toEqual(['"constant"', "3"]);
  expect(of("function")).toBe("twice");
  for (const name of ["file", "nowhere"]) {
    expect(graph.vertices[find(graph, name)]).toMatchObject({ kind: "opaque" });
  }
  const few = gdb.capture({ ...plan, maxValues: 10 });
  expect([few.truncated, graph.truncated]).toEqual([true, false]);
  // All variables, but not all that they lead to.
  expect(few.roots.length).toBe(graph.roots.length);
  expect(few.vertices.length).toBeLessThan(10 + graph.roots.length);
});

test("C++: containers, references, base classes, namespaces", () => {
  const graph = gdb.capture({ command: [gdb.build("containers.cpp")], place: lineOf("containers.cpp", "here") });
  const of = (name: string, ...steps: string[]) => value(graph, name, ...steps);
  expect([of("numbers", "0"), of("numbers", "2")]).toEqual(["1", "3"]);
  expect([of("ages", '"ann"'), of("ages", '"bob"')]).toEqual(["30", "40"]);
  expect([of("name"), of("words", "1")]).toEqual(['"name"', '"a word that is longer than fifteen letters"']);
  expect(["1", "2", "3"].map((key) => of("some", key))).toEqual(["1", "2", "3"]);
  expect([of("bird", "Animal", "legs"), of("bird", "song"), of("zoo::visitors")]).toEqual(["4", '"tweet"', "12"]);
  expect(find(graph, "animal", "*")).toBe(find(graph, "bird"));
  const kinds = ["numbers", "ages", "some", "bird"].map((name) => graph.vertices[find(graph, name)]!.kind);
  expect(kinds).toEqual(["array", "map", "set", "object"]);
  expect(graph.stack.map((each) => each.function)).toEqual(["show", "main"]);
});

test("pointers to freed, unmapped or unaligned memory are not followed", () => {
  const command = [gdb.build("hard-cases.c", "-pthread", "-lm"), "odd"];
  const graph = gdb.capture({ command, place: lineOf("hard-cases.c", "odd"), maxValues: 3_000 });
  for (const name of ["freed", "behind", "last", "wild", "end"]) {
    expect(graph.vertices[find(graph, name)]).toMatchObject({ kind: "opaque" });
  }
  expect(graph.vertices[find(graph, "odd", "*")]).toMatchObject({ kind: "object" });
  expect(graph.vertices[find(graph, "unset")]).toMatchObject({ kind: "array", length: 4 });
  expect(find(graph, "far", "*")).toBe(find(graph, "wild"));
});

test("arrays of a million elements leave space for other values, and all their elements can be set", () => {
  const program = gdb.build("hard-cases.c", "-pthread", "-lm");
  const plan = { command: [program], place: { function: "stop_here", hit: 1 }, maxValues: 5_000 };
  const graph = gdb.capture(plan);
  expect(graph.truncated).toBe(false);
  expect(graph.vertices.length).toBeLessThanOrEqual(5_000);
  expect([value(graph, "last"), value(graph, "argv", "*", "0")]).toEqual(["5", JSON.stringify(program)]);
  for (const steps of [["big"], ["heap", "*"]] as [string, ...string[]][]) {
    const { kind, length, edges } = graph.vertices[find(graph, ...steps)]!;
    expect(kind).toBe("array");
    expect(length).toBeGreaterThanOrEqual(1_000_000);
    expect(edges!.length % 1_000).toBe(0);
    expect(edges!.length).toBeGreaterThan(0);
  }
  const far = [
    { at: path(graph, "heap", "*", "900000"), to: scalar("7") },
    { at: path(graph, "big", "5"), to: scalar("8") },
    { at: path(graph, "big", "7"), to: { gone: true } as const },
    { at: path(graph, "last"), to: scalar("900000") },
  ];
  expect(gdb.run({ ...plan, changes: far }).stdout).toBe("7 0\n");
});

test("arrays of varying length, large blocks, files of data only, other threads", () => {
  const command = [gdb.build("measures.c", "data.c", "-pthread"), "3"];
  const graph = gdb.capture({ command, place: { function: "sum", hit: 1 } });
  expect(graph.vertices[find(graph, "varying")]).toMatchObject({ kind: "array", length: 4 });
  expect(value(graph, "varying", "3")).toBe("3");
  const large = graph.vertices[find(graph, "large", "*")]!;
  expect([large.kind, large.edges!.length]).toEqual(["array", 1000]);
  expect(large.cut!.digests.slice(1).every((each) => each !== null)).toBe(true);
  expect([value(graph, "table", "3"), value(graph, "all_names", "*", "1")]).toEqual(["4", '"y"']);
  expect(find(graph, "all_names", "*")).toBe(find(graph, "names"));
  expect([value(graph, "change"), value(graph, "unnamed", "inside")]).toEqual(["0x0", "5"]);
  const later = gdb.capture({ command, place: { function: "sum", hit: 2 } });
  expect(later.stack.map((each) => each.function)).toEqual(["sum", "other_thread"]);
  expect([value(later, "own", "*", "0"), value(later, "at", "*", "value")]).toEqual(["4", "4"]);
  const plan = { command, place: { function: "main", hit: 1 } };
  const changed = gdb.run({ ...plan, changes: [{ at: path(graph, "table", "2"), to: scalar("77") }] });
  expect(changed.stdout).toBe("6 8 77 y 0 0.33333333333333333334\n");
});
