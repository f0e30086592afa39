import { expect, test } from "vitest";
import { find, gdbWorkshop, path, value } from "./gdb-program.ts";

const shop = gdbWorkshop();
const place = { function: "show", hit: 1 };
const run = (...words: string[]) => ({ command: [shop.build("classes.cpp", "-std=c++17"), ...words], place });
const scalar = (text: string) => ({ scalar: text, type: "" });

test("new objects of classes with virtual methods do what their class does", () => {
  const failing = shop.capture(run("other"));
  const copy = (name: string) => ({ copy: find(failing, name, "*"), graph: failing.vertices, known: {} });
  const change = (name: string) => ({ at: path(failing, name, "*"), to: copy(name) });
  expect(shop.run(run()).stdout).toBe("square 4 nobody 1 6.75 9 4 5 6six 1\n");
  expect(shop.run({ ...run(), changes: [change("shape")] }).stdout).toMatch(/^circle 2.75 nobody /);
  // The pointer leads into the midst of the new object.
  expect(shop.run({ ...run(), changes: [change("named")] }).stdout).toMatch(/^square 4 Sir circle 1 /);
});

test("a pointer to a base class is led to an object that is there", () => {
  const graph = shop.capture(run());
  const circle = path(graph, "all", "1", "*");
  const changes = [
    { at: path(graph, "shape", "*"), to: { path: circle } },
    { at: path(graph, "named", "*"), to: { path: circle } },
  ];
  expect(shop.run({ ...run(), changes }).stdout).toMatch(/^circle 2.75 Sir circle 1 /);
});

test("what owning pointers, optionals, pairs and hash maps hold is seen and can be set", () => {
  const graph = shop.capture(run());
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
  expect(shop.run({ ...run(), changes }).stdout).toBe("square 4 nobody 1 6.75 49 7 7 7six 7\n");
});
