import { expect, test } from "vitest";
import { copyOf, find, gdbRunner, path, scalar, value } from "../gdb-program.ts";

const gdb = gdbRunner();
const place = { function: "sum", hit: 1 };
const plan = () => ({ command: [gdb.build("hinted.c")], place });

test("hints say how long arrays behind pointers are", () => {
  const hints = ["a@size", "list->items@list->count", "buffer@4", "later@all", "nothing@here", "a@-1"];
  const graph = gdb.capture({ ...plan(), hints });
  const lengthOf = (...steps: [string, ...string[]]) => graph.vertices[find(graph, ...steps)]!.length;
  expect([lengthOf("a", "*"), lengthOf("list", "*", "items", "*"), lengthOf("buffer", "*")]).toEqual([5, 3, 4]);
  expect([value(graph, "a", "*", "4"), value(graph, "list", "*", "items", "*", "2")]).toEqual(["4", "3"]);
  expect(value(graph, "buffer", "*", "3")).toBe("3");
  const changes = [
    { at: path(graph, "a", "*", "4"), to: scalar("1000") },
    { at: path(graph, "buffer", "*", "1"), to: scalar("100") },
    { at: path(graph, "list", "*", "items", "*", "0"), to: scalar("10000") },
  ];
  expect(gdb.run(plan()).stdout).toBe("label 52\n");
  expect(gdb.run({ ...plan(), hints, changes }).stdout).toBe("label 11147\n");
});

test("without hints a pointer into a pool leads to one value, and an array is as long as its block", () => {
  const graph = gdb.capture(plan());
  expect(value(graph, "a", "*")).toBe("0");
  expect(value(graph, "buffer")).toBe('"\\u0001"');
  expect(graph.vertices[find(graph, "packet", "*", "values")]).toMatchObject({ kind: "array", length: 5 });
  expect(value(graph, "label", "*", "text")).toBe('"label"');
});

test("a flexible array member can be changed and copied", () => {
  const graph = gdb.capture({ ...plan(), hints: ["packet->values@packet->count"] });
  expect(graph.vertices[find(graph, "packet", "*", "values")]).toMatchObject({ kind: "array", length: 3 });
  const changes = [
    { at: path(graph, "packet", "*"), to: copyOf(graph, find(graph, "packet", "*")) },
    { at: path(graph, "label", "*"), to: copyOf(graph, find(graph, "label", "*")) },
  ];
  expect(gdb.run({ ...plan(), changes }).stdout).toBe("label 52\n");
  const set = [
    { at: path(graph, "packet", "*", "values", "2"), to: scalar("1020") },
    { at: path(graph, "label", "*", "text"), to: scalar('"other"') },
  ];
  expect(gdb.run({ ...plan(), changes: set }).stdout).toBe("other 1052\n");
});

test("hints that are malformed or would change the program are refused", () => {
  for (const hint of ["a", "@3", "a@", "a@free(a)", "a@size++", "a@size = 3"]) {
    const run = gdb.run({ ...plan(), hints: [hint], capture: gdb.file("graph") });
    expect(run).toMatchObject({ end: 125, stderr: expect.stringMatching(/^culprit: a?@?.* is not a hint: .*\n$/) });
    expect(run.answer).toMatchObject({ failed: true, why: "other" });
  }
});
