import { describe, expect, test } from "vitest";
import { type Cut, structureOf } from "../../../src/causes/input/structure.ts";
import { DeltaSet } from "../../../src/core/delta-set.ts";
import { inputRequest } from "./any-request.ts";

const bytes = (text: string) => Buffer.from(text);
const request = inputRequest({ failing: "/in.json", goal: "isolate" });
const structure = (failing: string, passing?: string, about = {}) =>
  structureOf(
    { ...request, ...about },
    { failing: bytes(failing), passing: passing === undefined ? undefined : bytes(passing) },
  );
const text = (cut: Cut, set: DeltaSet) => Buffer.from(cut.compose(set)).toString();

describe("there is no structure", () => {
  test.each([
    ["for simplifying, which has passes", "[1, 2]", { goal: "simplify" }],
    ["where the user chose a unit", "[1, 2]", { by: "lines" }],
    ["in a text of no known language", "[1, 2]", { language: "text" }],
    ["in bytes that are not text", "\0", {}],
    ["where nothing can be left out", "", {}],
  ])("%s", async (_, failing, about) => {
    expect(await structure(failing, undefined, about)).toBeUndefined();
  });
});

describe("from the empty text", () => {
  test("all items are the text, and none is the empty text", async () => {
    const { cut } = (await structure('{"a": 1, "b": [2, 3]}'))!;
    expect(cut.unit).toBe("items");
    expect(text(cut, cut.all)).toBe('{"a": 1, "b": [2, 3]}');
    expect(text(cut, DeltaSet.empty)).toBe("");
  });

  test("the edits between two sets turn the smaller text into the larger one", async () => {
    const { cut } = (await structure('{"a": 1, "b": 2}'))!;
    const edits = cut.between(DeltaSet.empty, cut.all);
    expect(Buffer.from(edits.compose(edits.all)).toString()).toBe('{"a": 1, "b": 2}');
  });
});

describe("between two texts", () => {
  test("no edit gives the passing text, and all of them the failing one", async () => {
    const { cut } = (await structure('{"a": 2, "c": 4}', '{"a": 1, "b": 3}'))!;
    expect(cut.unit).toBe("edits");
    expect(text(cut, DeltaSet.empty)).toBe('{"a": 1, "b": 3}');
    expect(text(cut, cut.all)).toBe('{"a": 2, "c": 4}');
  });

  test("what is inserted as a whole can be cut into its items", async () => {
    const { cut, inside } = (await structure('{"a": 1, "b": [2, {"c": 3}]}', '{"a": 1}'))!;
    const inner = inside(cut.between(DeltaSet.empty, cut.all))!;
    expect(inner.all.size).toBeGreaterThan(1);
    expect(text(inner, DeltaSet.empty)).toBe('{"a": 1}');
    expect(text(inner, inner.all)).toBe('{"a": 1, "b": [2, {"c": 3}]}');
  });

  test("what is replaced has no items of its own", async () => {
    const { cut, inside } = (await structure('{"a": [1, 2]}', '{"a": 3}'))!;
    expect(inside(cut.between(DeltaSet.empty, cut.all))).toBeUndefined();
  });
});

test("candidates have to be well-formed only where both ends are", async () => {
  const good = (await structure('{"a": 1}'))!;
  expect(good.isWellFormed!(bytes('{"a": 2}'))).toBe(true);
  expect(good.isWellFormed!(bytes('{"a": '))).toBe(false);
  expect((await structure('{"a": 1, "b": '))?.isWellFormed).toBeUndefined();
});
