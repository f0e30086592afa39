import { expect, test } from "vitest";
import { counted } from "../../src/report/quantity.ts";

test("one of a thing is singular", () => {
  const words = ["tests", "changes", "switches", "indexes", "bytes", "classes"];
  expect(words.map((word) => counted(1, word))).toEqual([
    "1 test",
    "1 change",
    "1 switch",
    "1 index",
    "1 byte",
    "1 class",
  ]);
  expect(counted(1234, "tests")).toBe("1,234 tests");
});
