import { expect, test } from "vitest";
import type { MemoryGraph, ValueChange } from "../../../runtimes/protocol/state.ts";
import { at, captured, drive, local, number, numberAt } from "./node-program.ts";

const sort = { function: "shell_sort", hit: 1 };
const [passing, failing] = [
  ["sample.js", "7", "8", "9"],
  ["sample.js", "11", "14"],
];

const elements = (graph: MemoryGraph, name: string) =>
  at(graph, name).edges!.map(([, vertex]) => Number(graph.vertices[vertex]!.value));

test("the state on entry to a function is its parameters, its callers' variables, and those of the module", async () => {
  const graph = await captured(passing, { place: sort });
  expect(graph.stack.map((frame) => [frame.function, frame.line])).toEqual([
    ["shell_sort", 6],
    ["main", 31],
    ["<module>", 35],
  ]);
  expect(elements(graph, "a")).toEqual([7, 8, 9, 99]);
  expect(at(graph, "size")).toEqual({ type: "number", value: "4" });
  const roots = graph.roots.map((root) => ("frame" in root ? `${root.frame} ${root.name}` : root.name));
  // What is not made yet is known to some versions of Node, without a value.
  const made = roots.filter((root) => root !== "0 h");
  expect(made).toEqual(["0 a", "0 size", "1 argv", "1 argc", "1 a", "memory", "shell_sort", "main"]);
  expect(graph.roots[0]!.vertex).toBe(graph.roots[roots.indexOf("1 a")]!.vertex);
});

test("of the differences between the two runs, a[2] alone makes the passing one fail", async () => {
  const graph = await captured(failing, { place: sort });
  expect(elements(graph, "a")).toEqual([11, 14, 0]);
  const to = (index: number, value: number): ValueChange => ({ at: local("a", String(index)), to: number(value) });
  const differences = [to(0, 11), to(1, 14), to(2, 0), { at: local("size"), to: number(3) }];
  const outputs: string[] = [];
  for (const changes of [[], ...differences.map((each) => [each]), differences]) {
    const { end, output } = await drive(passing, { place: sort, changes });
    expect(end).toBe(0);
    outputs.push(output.trim().slice("Output: ".length));
  }
  expect(outputs).toEqual(["7 8 9", "8 9 11", "7 9 14", "0 7 8", "7 8 9", "0 11 14"]);
});

test("the hit-th time before a line", async () => {
  const graph = await captured(passing, { place: { file: "sample.js", line: 18, hit: 2 } });
  expect([at(graph, "i").value, at(graph, "v").value, at(graph, "h").value]).toEqual(["2", "9", "1"]);
});

const look = { function: "look", hit: 1 };

test("every kind of value is told, each object once, and nothing of the program is run", async () => {
  const graph = await captured(["objects.mjs"], { place: look });
  const told = (...labels: string[]) => {
    const { type, kind, value } = at(graph, "it", ...labels);
    return [type, kind ?? value];
  };
  expect(graph.truncated).toBe(false);
  expect(told("point")).toEqual(["Point", "object"]);
  expect(at(graph, "it", "point").edges!.map(([label]) => label)).toEqual(["x", "y", "#secret"]);
  expect(numberAt(graph, "it", "one")).toBe(numberAt(graph, "it", "other"));
  expect(numberAt(graph, "it", "ring", "next", "next")).toBe(numberAt(graph, "it", "ring"));
  expect(at(graph, "it", "list").edges!.map(([label]) => label)).toEqual(["0", "1", "2"]);
  expect(at(graph, "it", "map").edges!.map(([label]) => label)).toEqual(['"k"', "2", "{0} key", "{0}"]);
  expect(numberAt(graph, "it", "set", "{0}")).toBe(numberAt(graph, "it", "map", "{0} key"));
  expect(at(graph, "it", "bytes")).toMatchObject({ type: "Uint8Array", kind: "array", length: 3 });
  expect(told("when")).toEqual(["Date", "86400000"]);
  expect(told("pattern")).toEqual(["RegExp", "/a+/g"]);
  expect(told("big")).toEqual(["bigint", "12345678901234567890"]);
  expect(told("symbol")).toEqual(["symbol", '"told"']);
  expect(told("unique")).toEqual(["symbol", "opaque"]);
  expect(told("error", "message")).toEqual(["string", '"wrong"']);
  expect(told("error")).toEqual(["TypeError", "object"]);
  expect(told("minus")).toEqual(["number", "-0"]);
  expect(told("nothing")).toEqual(["null", "null"]);
  expect(told("missing")).toEqual(["undefined", "undefined"]);
  expect(told("proxy")).toEqual(["Proxy", "opaque"]);
  expect(told("promise")).toEqual(["Promise", "opaque"]);
  expect(told("method")).toEqual(["function method", "opaque"]);
  expect(at(graph, "it").edges!.map(([label]) => label)).not.toContain("computed");
});

test("closures and modules that are not on the stack are part of the state", async () => {
  const graph = await captured(["objects.mjs"], { place: look });
  const told = graph.roots.map((root) =>
    "frame" in root ? `${root.frame} ${root.name}` : `${name(root.global)} ${root.name}`,
  );
  expect(told).toEqual(expect.arrayContaining(["1 by", "1 at", "1 step", "counter.mjs count", "counter.mjs limits"]));
  expect(told).toEqual(expect.arrayContaining(["register.cjs total", "register.cjs entries", "objects.mjs world"]));
  expect(new Set(told).size).toBe(told.length);
  expect(at(graph, "total").value).toBe("6");
});

const name = (file: string) => file.split("/").at(-1)!;

test("a function that begins with a loop is entered once for each call", async () => {
  const values: unknown[] = [];
  for (const hit of [1, 2, 3, 4]) {
    const graph = await captured(["loops.cjs"], { place: { function: "countDown", hit } });
    values.push(at(graph, "n").value);
  }
  expect(values).toEqual(["3", "0", "2", "0"]);
  const second = await captured(["loops.cjs"], { place: { function: "lastOf", hit: 2 } });
  expect(elements(second, "list")).toEqual([5, 6, 7]);
});
