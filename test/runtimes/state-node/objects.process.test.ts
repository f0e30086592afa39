import { writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../temporary-folder.ts";
import { captureAt, indexAt, vertexAt } from "./node-program.ts";

const place = { function: "look", hit: 1 };
const graph = await captureAt(["objects.mjs"], { place });
const odd = await captureAt(["odd.mjs"], { place });

test("every kind of value is captured, each object once, and no code of the program runs for it", () => {
  const objectAt = (...labels: string[]) => {
    const { type, kind, value } = vertexAt(graph, "it", ...labels);
    return [type, kind ?? value];
  };
  expect(graph.truncated).toBe(false);
  expect(objectAt("point")).toEqual(["Point", "object"]);
  expect(vertexAt(graph, "it", "point").edges!.map(([label]) => label)).toEqual(["x", "y", "#secret"]);
  expect(indexAt(graph, "it", "one")).toBe(indexAt(graph, "it", "other"));
  expect(indexAt(graph, "it", "ring", "next", "next")).toBe(indexAt(graph, "it", "ring"));
  expect(vertexAt(graph, "it", "list").edges!.map(([label]) => label)).toEqual(["0", "1", "2"]);
  expect(vertexAt(graph, "it", "map").edges!.map(([label]) => label)).toEqual(['"k"', "2", "{0} key", "{0}"]);
  expect(indexAt(graph, "it", "set", "{0}")).toBe(indexAt(graph, "it", "map", "{0} key"));
  expect(vertexAt(graph, "it", "bytes")).toMatchObject({ type: "Uint8Array", kind: "array", length: 3 });
  expect(objectAt("when")).toEqual(["Date", "86400000"]);
  expect(objectAt("pattern")).toEqual(["RegExp", "/a+/g"]);
  expect(objectAt("big")).toEqual(["bigint", "12345678901234567890"]);
  expect(objectAt("symbol")).toEqual(["symbol", '"told"']);
  expect(objectAt("unique")).toEqual(["symbol", "opaque"]);
  expect(objectAt("error", "message")).toEqual(["string", '"wrong"']);
  expect(objectAt("error")).toEqual(["TypeError", "object"]);
  expect(objectAt("minus")).toEqual(["number", "-0"]);
  expect(objectAt("nothing")).toEqual(["null", "null"]);
  expect(objectAt("missing")).toEqual(["undefined", "undefined"]);
  expect(objectAt("proxy")).toEqual(["Proxy", "opaque"]);
  expect(objectAt("promise")).toEqual(["Promise", "opaque"]);
  expect(objectAt("method")).toEqual(["function method", "opaque"]);
  expect(vertexAt(graph, "it").edges!.map(([label]) => label)).not.toContain("computed");
});

test("closures and modules that are not on the stack are captured", () => {
  const roots = graph.roots.flatMap((root) => {
    if ("frame" in root) return [`${root.frame} ${root.name}`];
    return "global" in root ? [`${basename(root.global)} ${root.name}`] : [];
  });
  expect(roots).toEqual(expect.arrayContaining(["1 by", "1 at", "1 step", "counter.mjs count", "counter.mjs limits"]));
  expect(roots).toEqual(expect.arrayContaining(["register.cjs total", "register.cjs entries", "objects.mjs world"]));
  expect(new Set(roots).size).toBe(roots.length);
  expect(vertexAt(graph, "total").value).toBe("6");
});

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
  [["buffer"], ["ArrayBuffer", "array", "0", "1", "2", "3"]],
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
])("%s is read without running code of the program", (labels, expected) => {
  const { type, kind, value, edges } = vertexAt(odd, "world", ...labels);
  expect([type, kind ?? value, ...(edges ?? []).map(([label]) => label)]).toEqual(expected);
});

test("static fields of a class are captured", () => {
  expect(vertexAt(odd, "Counter").edges!.map(([label]) => label)).toEqual(["made"]);
  expect(vertexAt(odd, "Counter", "made").value).toBe("2");
});

test("private fields are read inside a class with private names of its own", async () => {
  const graph = await captureAt(["privates.mjs"], { place: { function: "Reader.bind", hit: 1 } });
  expect(vertexAt(graph, "scope", "#values")).toMatchObject({ value: "3" });
});

test.each([
  ["array", "Array.from({ length: 1e6 }, (_, i) => i)"],
  ["map", "new Map(Array.from({ length: 1e6 }, (_, i) => [i, i]))"],
])("a large %s is cut at the limit, and what stands after it is captured", async (_, large) => {
  const root = program(`function look(large, small) {}\nlook(${large}, { a: { b: { c: 7 } } });`);
  const graph = await captureAt(["app.mjs"], { root, place, maxValues: 5000 });
  expect(graph.truncated).toBe(true);
  expect(graph.vertices).toHaveLength(5000);
  expect(vertexAt(graph, "large").cut!.digests.filter((each) => each !== null).length).toBeGreaterThan(990);
  expect(vertexAt(graph, "small", "a", "b", "c").value).toBe("7");
  expect(vertexAt(graph, "small").cut).toBeUndefined();
});

test.each([
  ["typed array", "new Float64Array(1e6)"],
  ["buffer", "Buffer.alloc(1e6)"],
  ["array buffer", "new ArrayBuffer(1e6)"],
  ["view", "new DataView(new ArrayBuffer(1e6))"],
])("a large %s is captured up to its first chunk, with digests of the others", async (_, large) => {
  const root = program(`function look(large, small) {}\nlook(${large}, { a: 7 });`);
  const graph = await captureAt(["app.mjs"], { root, place });
  const { cut, edges, length, fixed } = vertexAt(graph, "large");
  expect([graph.truncated, length, edges!.length, fixed]).toEqual([false, 1e6, 1000, true]);
  expect([cut!.captured, cut!.digests.length, cut!.digests[0]]).toEqual([[0], 1000, null]);
  expect(cut!.digests[1]).toBe(cut!.digests[999]);
});

test("what fits exactly is not cut", async () => {
  const root = program("function look(list) {}\nlook([1, 2, 3]);");
  const whole = await captureAt(["app.mjs"], { root, place });
  const same = await captureAt(["app.mjs"], { root, place, maxValues: whole.vertices.length });
  expect(same).toEqual(whole);
  const less = await captureAt(["app.mjs"], { root, place, maxValues: whole.vertices.length - 1 });
  expect(less.truncated).toBe(true);
  expect(indexAt(less, "list")).toBe(indexAt(whole, "list"));
});

/** A folder with a program. */
function program(text: string): string {
  const folder = temporaryFolder("state");
  writeFileSync(join(folder, "app.mjs"), text);
  return folder;
}
