import { expect, test } from "vitest";
import { broughtByText } from "../../../src/world/packages/brought-by.ts";

test.each([
  [[], ""],
  [["a 1"], ", brought by a 1"],
  [["a 1", "b 2", "c 3", "d 4", "e 5"], ", brought by a 1, b 2, c 3 and 2 more"],
])("what %j brought is said with at most three of them", (bringers, text) => {
  expect(broughtByText(bringers)).toBe(text);
});
