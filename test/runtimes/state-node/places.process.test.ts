import { expect, test } from "vitest";
import type { MemoryGraph, ValueChange } from "../../../runtimes/protocol/state.ts";
import { captureAt, drive, local, number, vertexAt } from "./node-program.ts";

const sort = { function: "shell_sort", hit: 1 };
const [passing, failing] = [
  ["sample.js", "7", "8", "9"],
  ["sample.js", "11", "14"],
];

const elements = (graph: MemoryGraph, name: string) =>
  vertexAt(graph, name).edges!.map(([, vertex]) => Number(graph.vertices[vertex]!.value));

test("the memory at the entry of a function has its parameters, its callers' variables, and those of the module", async () => {
  const graph = await captureAt(passing, { place: sort });
  expect(graph.stack.map((frame) => [frame.function, frame.line])).toEqual([
    ["shell_sort", 6],
    ["main", 31],
    ["<module>", 35],
  ]);
  expect(elements(graph, "a")).toEqual([7, 8, 9, 99]);
  expect(vertexAt(graph, "size")).toEqual({ type: "number", value: "4" });
  const roots = graph.roots.map((root) => ("frame" in root ? `${root.frame} ${root.name}` : root.name));
  // Some versions of Node know a variable before its declaration, without a value.
  const declared = roots.filter((root) => root !== "0 h");
  expect(declared).toEqual(["0 a", "0 size", "1 argv", "1 argc", "1 a", "memory", "shell_sort", "main"]);
  expect(graph.roots[0]!.vertex).toBe(graph.roots[roots.indexOf("1 a")]!.vertex);
});

test("of the differences between the two runs, a[2] alone makes the passing one fail", async () => {
  const graph = await captureAt(failing, { place: sort });
  expect(elements(graph, "a")).toEqual([11, 14, 0]);
  const to = (index: number, value: number): ValueChange => ({ at: local("a", String(index)), to: number(value) });
  const differences = [to(0, 11), to(1, 14), to(2, 0), { at: local("size"), to: number(3) }];
  const outputs: string[] = [];
  for (const changes of [[], ...differences.map((each) => [each]), differences]) {
    const { exit, output } = await drive(passing, { place: sort, changes });
    expect(exit).toBe(0);
    outputs.push(output.trim().slice("Output: ".length));
  }
  expect(outputs).toEqual(["7 8 9", "8 9 11", "7 9 14", "0 7 8", "7 8 9", "0 11 14"]);
});

test("a place can be a line, the N-th time that it is reached", async () => {
  const graph = await captureAt(passing, { place: { file: "sample.js", line: 18, hit: 2 } });
  expect([vertexAt(graph, "i").value, vertexAt(graph, "v").value, vertexAt(graph, "h").value]).toEqual(["2", "9", "1"]);
});

test("a function that begins with a loop is entered once for each call", async () => {
  const values: unknown[] = [];
  for (const hit of [1, 2, 3, 4]) {
    const graph = await captureAt(["loops.cjs"], { place: { function: "countDown", hit } });
    values.push(vertexAt(graph, "n").value);
  }
  expect(values).toEqual(["3", "0", "2", "0"]);
  const second = await captureAt(["loops.cjs"], { place: { function: "lastOf", hit: 2 } });
  expect(elements(second, "list")).toEqual([5, 6, 7]);
});

test("a place can be in a context of node:vm, whose globals stay as they are", async () => {
  const changes = [{ at: { root: { frame: 0, name: "text" }, steps: [] }, to: { scalar: '"b "', type: "string" } }];
  const place = { function: "show", hit: 1 };
  expect(await drive(["contexts.cjs", "a "], { place, changes })).toMatchObject({
    output: "b console,input,show\n",
    answer: { reached: true },
  });
});
