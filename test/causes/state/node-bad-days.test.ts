import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { MemoryGraph, NewValue, ValueChange, ValuePath, Vertex } from "../../../runtimes/protocol/state.ts";
import { temporaryFolder } from "../../temporary-folder.ts";
import { at, captured, drive, number, numberAt, programs } from "./node-program.ts";

const place = { function: "look", hit: 1 };
const odd = await captured(["odd.mjs"], { place });

function told(...labels: string[]): unknown[] {
  const { type, kind, value, edges } = at(odd, "world", ...labels);
  return [type, kind ?? value, ...(edges ?? []).map(([label]) => label)];
}

test.each<[string[], unknown[]]>([
  [["step"], ["Step", "object", "own", "#at", "#by"]],
  [["table"], ["Table", "map", '"k"', "get"]],
  [
    ["emitter", "own"],
    ["number", "1"],
  ],
  [["url"], ["URL", "opaque"]],
  [["behind"], ["Object", "object"]],
  [["callable"], ["Proxy", "opaque"]],
  [["toJSON"], ["function touched", "opaque"]],
  [["constructor"], ["Object", "object"]],
  [["Symbol(s)@2"], ["number", "2"]],
  [["without"], ["Object: null prototype", "object", "a"]],
  [["sparse"], ["Array", "array", "0", "2", "6"]],
  [["buffer"], ["ArrayBuffer", "opaque"]],
  [["bytes"], ["Uint8Array", "array", "0", "1"]],
  [["text"], ["Buffer", "array", "0", "1", "2"]],
  [
    ["numbers", "0"],
    ["number", "NaN"],
  ],
  [
    ["numbers", "1"],
    ["number", "-0"],
  ],
  [["weakly"], ["WeakMap", "opaque"]],
  [["reference"], ["WeakRef", "opaque"]],
  [["generator"], ["Object", "opaque"]],
  [["promise"], ["Promise", "opaque"]],
  [["order"], ["function ascending", "opaque"]],
  [["memory"], ["function memory", "opaque", "cache"]],
  [["infinite"], ["number", "-Infinity"]],
])("%s is looked at and not touched", (labels, expected) => {
  expect(told(...labels)).toEqual(expected);
});

test("what a class holds is state", () => {
  expect(at(odd, "Counter").edges!.map(([label]) => label)).toEqual(["made"]);
  expect(at(odd, "Counter", "made").value).toBe("2");
});

const it = (...steps: string[]): ValuePath => ({ root: { frame: 0, name: "world" }, steps });
const global = (name: string, ...steps: string[]): ValuePath => ({
  root: { global: join(programs, "odd.mjs"), name },
  steps,
});
const afterwards = async (changes: readonly ValueChange[]) => drive(["odd.mjs"], { place, changes });
const unchanged = JSON.parse((await afterwards([])).output);
const holes: Vertex[] = [
  { type: "Array", kind: "array", length: 4, address: "1", edges: [["1", 1]] },
  { type: "number", value: "5" },
];

test.each<[string, ValuePath, NewValue, object]>([
  ["a private field of a base class", it("step", "#at"), number(5), { step: [5, 10, 3] }],
  ["what a class holds", global("Counter", "made"), number(9), { made: 9 }],
  ["a map whose methods are its own", it("table", '"k"'), number(4), { table: [4] }],
  ["the second of two symbols that look the same", it("Symbol(s)@2"), number(7), { symbols: [1, 7] }],
  ["an object without a prototype", it("without", "a"), number(2), { without: { a: 2 } }],
  ["bytes that two arrays share", it("bytes", "0"), number(6), { bytes: [0, 6, 0, 0] }],
  ["a buffer", it("text", "1"), number(120), { text: "axc" }],
  ["another function of the program", it("order"), { path: global("descending") }, { sorted: [3, 2, 1] }],
  ["what a function holds", it("memory", "cache", '"k"'), number(3), { cache: [["k", 3]] }],
  ["an array with holes", it("extra"), { copy: 0, graph: holes, known: {} }, { extra: [["1", 5]], length: 4 }],
])("%s can be changed", async (_, path, to, expected) => {
  const { end, output, errors } = await afterwards([{ at: path, to }]);
  expect({ end, errors }).toEqual({ end: 0, errors: "" });
  expect(JSON.parse(output)).toEqual({ ...unchanged, ...expected });
});

test.each<[string, ValuePath, NewValue]>([
  ["world.frozen.0 cannot be changed", it("frozen", "0"), number(5)],
  ["world.frozen.2 cannot be changed", it("frozen", "2"), number(5)],
  ["world.fixed.b cannot be changed", it("fixed", "b"), number(5)],
  ["world.sealed.a cannot be changed: it cannot be taken away", it("sealed", "a"), { gone: true }],
  ["there is no world.step.at here", it("step", "at", "x"), number(5)],
  ["world.url.href cannot be changed", it("url", "href"), number(5)],
  ["world.Symbol(new) cannot be changed: its symbol is not known here", it("Symbol(new)"), number(5)],
])("what cannot be done is said: %s", async (message, path, to) => {
  const { end, output, errors } = await afterwards([{ at: path, to }]);
  expect({ end, output }).toEqual({ end: 125, output: "" });
  expect(errors).toMatch(/^culprit: .*\n$/);
  expect(errors).toContain(message);
});

/** Runs a program that is written here. */
function program(text: string): string {
  const folder = temporaryFolder("state");
  writeFileSync(join(folder, "app.mjs"), text);
  return folder;
}

test.each([
  ["array", "Array.from({ length: 1e6 }, (_, i) => i)"],
  ["typed array", "new Float64Array(1e6)"],
  ["map", "new Map(Array.from({ length: 1e6 }, (_, i) => [i, i]))"],
])("of a large %s as much is taken in as there is room for, and the rest is not forgotten", async (_, large) => {
  const root = program(`function look(large, small) {}\nlook(${large}, { a: { b: { c: 7 } } });`);
  const graph = await captured(["app.mjs"], { root, place, maxValues: 5000 });
  expect(graph.truncated).toBe(true);
  expect(graph.vertices).toHaveLength(5000);
  expect(at(graph, "large")).toMatchObject({ cut: true });
  expect(at(graph, "small", "a", "b", "c").value).toBe("7");
  expect(at(graph, "small").cut).toBeUndefined();
});

test("what fits exactly is not cut", async () => {
  const root = program("function look(list) {}\nlook([1, 2, 3]);");
  const whole: MemoryGraph = await captured(["app.mjs"], { root, place });
  const same = await captured(["app.mjs"], { root, place, maxValues: whole.vertices.length });
  expect(same).toEqual(whole);
  const less = await captured(["app.mjs"], { root, place, maxValues: whole.vertices.length - 1 });
  expect(less.truncated).toBe(true);
  expect(numberAt(less, "list")).toBe(numberAt(whole, "list"));
});

const own = `import { Worker, isMainThread } from "node:worker_threads";
import { spawn } from "node:child_process";
function look(where) { console.log(where); }
`;

test.each([
  ["worker threads", `${own}if (isMainThread) new Worker(new URL(import.meta.url)); else look("worker");`, "worker\n"],
  [
    "other processes",
    `${own}const [node, script, word] = process.argv;
if (word) look("child"); else spawn(node, [script, "child"], { stdio: "inherit" });`,
    "child\n",
  ],
])("a place that is only reached in %s is not reached", async (where, text, printed) => {
  const { end, output, errors } = await drive(["app.mjs"], { root: program(text), place });
  expect({ end, output }).toEqual({ end: 125, output: printed });
  expect(errors).toBe(`culprit: look was not reached (what it does in ${where} is not looked into)\n`);
});

test("private fields are seen and set from inside a class that has others", async () => {
  const inside = { place: { function: "Reader.bind", hit: 1 } };
  const graph = await captured(["privates.mjs"], inside);
  expect(at(graph, "scope", "#values")).toMatchObject({ value: "3" });
  const change: ValueChange = { at: { root: { frame: 0, name: "scope" }, steps: ["#values"] }, to: number(40) };
  expect((await drive(["privates.mjs"], { ...inside, changes: [change] })).output).toBe("41\n");
});
