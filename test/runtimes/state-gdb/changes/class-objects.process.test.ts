import { expect, test } from "vitest";
import { copyOf, find, gdbRunner, path, scalar, value } from "../gdb-program.ts";

const gdb = gdbRunner();
const place = { function: "show", hit: 1 };
const run = (...words: string[]) => ({ command: [gdb.build("classes.cpp", "-std=c++17"), ...words], place });

test("new objects of classes with virtual methods behave like their class", () => {
  const failing = gdb.capture(run("other"));
  const change = (name: string) => ({ at: path(failing, name, "*"), to: copyOf(failing, find(failing, name, "*")) });
  expect(gdb.run(run()).stdout).toBe("square 4 nobody 1 6.75 9 4 5 6six 1\n");
  expect(gdb.run({ ...run(), changes: [change("shape")] }).stdout).toMatch(/^circle 2.75 nobody /);
  // The pointer leads into the middle of the new object.
  expect(gdb.run({ ...run(), changes: [change("named")] }).stdout).toMatch(/^square 4 Sir circle 1 /);
});

test("a pointer to a base class can be set to an existing object", () => {
  const graph = gdb.capture(run());
  const circle = path(graph, "all", "1", "*");
  const changes = [
    { at: path(graph, "shape", "*"), to: { path: circle } },
    { at: path(graph, "named", "*"), to: { path: circle } },
  ];
  expect(gdb.run({ ...run(), changes }).stdout).toMatch(/^circle 2.75 Sir circle 1 /);
});

test("the contents of owning pointers, optionals, pairs and hash maps are captured and can be set", () => {
  const graph = gdb.capture(run());
  const parts = {
    owned: ["get()", "*", "side"],
    shared: ["get()", "*", "side"],
    maybe: ["contained value"],
    pair: ["first"],
    counts: ['"one"'],
  };
  const values = Object.entries(parts).map(([name, steps]) => value(graph, name, ...steps));
  expect(values).toEqual(["3.0", "4.0", "5", "6", "1"]);
  const changes = Object.entries(parts).map(([name, steps]) => ({ at: path(graph, name, ...steps), to: scalar("7") }));
  expect(gdb.run({ ...run(), changes }).stdout).toBe("square 4 nobody 1 6.75 49 7 7 7six 7\n");
});
