import { expect, test } from "vitest";
import { listText } from "../../src/core/list-text.ts";

test("a list in a sentence ends with and", () => {
  expect([[], ["a"], ["a", "b"], ["a", "b", "c"]].map((items) => listText(items))).toEqual([
    "",
    "a",
    "a and b",
    "a, b and c",
  ]);
});

test("a list that is cut says how many more there are", () => {
  expect(listText(["a", "b", "c", "d"], { max: 2 })).toBe("a, b and 2 more");
  expect(listText(["a", "b"], { max: 2 })).toBe("a and b");
  expect(listText(["a"], { total: 1235 })).toBe("a and 1,234 more");
});
