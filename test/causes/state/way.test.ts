import { expect, test } from "vitest";
import { pathText } from "../../../src/causes/state/way.ts";

test.each([
  [["2"], "a[2]"],
  [["next", "value"], "a.next.value"],
  [["*"], "*a"],
  [["*", "2"], "a[2]"],
  [["*", "next", "*", "value"], "a->next->value"],
  [["*", "*"], "**a"],
  [["some key"], "a[some key]"],
  [[...Array.from({ length: 1204 }, () => "next"), "value"], "a.next(×1204).value"],
  [Array.from({ length: 10 }, () => ["*", "next"]).flat(), "a->next(×10)"],
])("a way is written as people write it: %#", (steps, text) => {
  expect(pathText({ root: { frame: 0, name: "a" }, steps })).toBe(text);
});
