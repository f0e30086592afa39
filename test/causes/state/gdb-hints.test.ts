import { expect, test } from "vitest";
import { find, gdbWorkshop, path, value } from "./gdb-program.ts";

const shop = gdbWorkshop();
const place = { function: "sum", hit: 1 };
const plan = () => ({ command: [shop.build("hinted.c")], place });
const scalar = (text: string) => ({ scalar: text, type: "" });

test("hints say how long arrays behind pointers are", () => {
  const hints = ["a@size", "list->items@list->count", "buffer@4", "later@all", "nothing@here", "a@-1"];
  const graph = shop.capture({ ...plan(), hints });
  const lengthOf = (...way: [string, ...string[]]) => graph.vertices[find(graph, ...way)]!.length;
  expect([lengthOf("a", "*"), lengthOf("list", "*", "items", "*"), lengthOf("buffer", "*")]).toEqual([5, 3, 4]);
  expect([value(graph, "a", "*", "4"), value(graph, "list", "*", "items", "*", "2")]).toEqual(["4", "3"]);
  expect(value(graph, "buffer", "*", "3")).toBe("3");
  const changes = [
    { at: path(graph, "a", "*", "4"), to: scalar("1000") },
    { at: path(graph, "buffer", "*", "1"), to: scalar("100") },
    { at: path(graph, "list", "*", "items", "*", "0"), to: scalar("10000") },
  ];
  expect(shop.run(plan()).stdout).toBe("label 52\n");
  expect(shop.run({ ...plan(), hints, changes }).stdout).toBe("label 11147\n");
});

test("without hints a pointer into a pool leads to one thing, and a block is as long as it is", () => {
  const graph = shop.capture(plan());
  expect(value(graph, "a", "*")).toBe("0");
  expect(value(graph, "buffer")).toBe('"\\u0001"');
  expect(graph.vertices[find(graph, "packet", "*", "values")]).toMatchObject({ kind: "array", length: 5 });
  expect(value(graph, "label", "*", "text")).toBe('"label"');
});

test("a last member without a length can be changed and made anew", () => {
  const graph = shop.capture({ ...plan(), hints: ["packet->values@packet->count"] });
  expect(graph.vertices[find(graph, "packet", "*", "values")]).toMatchObject({ kind: "array", length: 3 });
  const copy = { copy: find(graph, "packet", "*"), graph: graph.vertices, known: {} };
  const label = { copy: find(graph, "label", "*"), graph: graph.vertices, known: {} };
  const changes = [
    { at: path(graph, "packet", "*"), to: copy },
    { at: path(graph, "label", "*"), to: label },
  ];
  expect(shop.run({ ...plan(), changes }).stdout).toBe("label 52\n");
  const set = [
    { at: path(graph, "packet", "*", "values", "2"), to: scalar("1020") },
    { at: path(graph, "label", "*", "text"), to: scalar('"other"') },
  ];
  expect(shop.run({ ...plan(), changes: set }).stdout).toBe("other 1052\n");
});

test("hints that are none are refused", () => {
  for (const hint of ["a", "@3", "a@", "a@free(a)", "a@size++", "a@size = 3"]) {
    const run = shop.run({ ...plan(), hints: [hint], capture: `${shop.folder}/graph.json` });
    expect(run).toMatchObject({ end: 125, stderr: expect.stringMatching(/^culprit: a?@?.* is no hint.*\n$/) });
  }
});
