import { execFileSync } from "node:child_process";
import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { find, gdbWorkshop, lineOf, value } from "./gdb-program.ts";

const shop = gdbWorkshop();

test("a program ends as it does without a debugger, with its own streams, name, environment and group", () => {
  shop.build("endings.c");
  const run = (...words: string[]) => shop.run({ command: ["./endings-c", ...words] }, "input\n");
  expect(run("5", "a\n'b")).toEqual({ end: 5, stdout: "./endings-c a\n'b 1 0\n", stderr: "input\n" });
  for (const [number, name] of Object.entries({
    6: "SIGABRT",
    11: "SIGSEGV",
    9: "SIGKILL",
    13: "SIGPIPE",
    5: "SIGTRAP",
  })) {
    expect(run(`-${number}`).end).toBe(name);
  }
  const place = { function: "reached", hit: 1 };
  expect(shop.run({ command: ["./endings-c", "-11"], place }).end).toBe("SIGSEGV");
  expect(shop.run({ command: ["./endings-c", "3"], place, stop: true })).toMatchObject({ end: 0 });
});

test("what cannot be done is said in one line, and the exit is 125", () => {
  const program = shop.build("endings.c");
  const said = (plan: object) => {
    const run = shop.run(plan);
    expect(run.end).toBe(125);
    return run.stderr;
  };
  const command = [program, "0"];
  expect(said({ command, place: { function: "reached", hit: 2 } })).toBe("culprit: reached was reached 1 time\n");
  expect(said({ command, place: { function: "other", hit: 1 } })).toBe("culprit: other is not in the program\n");
  expect(said({ command, place: { function: "raeched", hit: 1 } })).toBe(
    "culprit: raeched is not in the program; did you mean reached?\n",
  );
  expect(said({ command, place: { file: "endings.c", line: 999, hit: 1 } })).toMatch(
    /^culprit: endings\.c:999 is not in the program; did you mean endings\.c:\d\d\?\n$/,
  );
  expect(said({ command: ["./nothing"] })).toBe("culprit: there is no program ./nothing\n");
  copyFileSync(program, join(shop.folder, "stripped"));
  execFileSync("strip", [join(shop.folder, "stripped")]);
  expect(said({ command: ["./stripped", "0"] })).toBe(
    "culprit: ./stripped has no debug information: compile it with -g\n",
  );
  const noGdb = shop.run({ command }, "", { PATH: "/nowhere" });
  expect(noGdb).toMatchObject({
    end: 125,
    stderr: expect.stringMatching(/^culprit: there is no gdb.*apt-get install gdb\n$/),
  });
  expect(said({ command, root: shop.folder })).toContain(`no debug information of files below ${shop.folder}`);
});

test("the graph of the sort program: a block behind a pointer, the arguments, statics, one vertex for two pointers", () => {
  const command = [shop.build("sort.c"), "11", "14"];
  const graph = shop.capture({ command, place: { function: "shell_sort", hit: 1 } });
  expect(graph.stack.map((each) => each.function)).toEqual(["shell_sort", "main"]);
  expect(value(graph, "size")).toBe("3");
  expect(["0", "1", "2"].map((index) => value(graph, "a", "*", index))).toEqual(["11", "14", "0"]);
  expect(graph.vertices[find(graph, "a", "*")]!.length).toBeGreaterThanOrEqual(16);
  expect(value(graph, "argv", "*", "2")).toBe('"14"');
  expect(graph.vertices[find(graph, "argv", "*")]!.length).toBe(3);
  expect(value(graph, "rounds")).toBe("0");
  const [inner, outer] = graph.roots.filter((each) => each.name === "a");
  expect([inner!.frame, outer!.frame]).toEqual([0, 1]);
  expect(graph.vertices[outer!.vertex]!.edges).toEqual(graph.vertices[inner!.vertex]!.edges);
});

test("the graph of what C can make of memory", () => {
  const graph = shop.capture({ command: [shop.build("shapes.c")], place: lineOf("shapes.c", "here") });
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
  const few = shop.capture({ command: ["./shapes-c"], place: lineOf("shapes.c", "here"), maxValues: 10 });
  expect([few.truncated, few.vertices.length, graph.truncated]).toEqual([true, 10, false]);
});

test("the graph of C++: containers, references, base classes, namespaces", () => {
  const graph = shop.capture({ command: [shop.build("containers.cpp")], place: lineOf("containers.cpp", "here") });
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

test("the lines of one call", () => {
  const command = [shop.build("sort.c"), "3", "2", "1"];
  const lines = { function: "shell_sort", hit: 1, capture: join(shop.folder, "lines.json") };
  expect(shop.run({ command, moments: lines })).toMatchObject({ end: 0, stdout: "Output: 1 2 3\n" });
  const seen: { file: string; line: number; hit: number }[] = shop.written("lines.json");
  expect(seen.length).toBeGreaterThan(10);
  // A place at a line and its hit is that very moment.
  const at = seen.at(-3)!;
  const graph = shop.capture({ command, place: at });
  expect(graph.stack[0]).toMatchObject({ function: "shell_sort", line: at.line });
});
