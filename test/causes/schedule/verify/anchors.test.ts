import { expect, test } from "vitest";
import { anchorAt } from "../../../../src/causes/schedule/verify/anchors.ts";

const actions = ["reads counter", "writes counter", "reads counter", "writes counter", "ends"].map((action, i) => ({
  count: i + 1,
  action,
}));

test("an anchor is what is done at a step, and which time it is", () => {
  expect(anchorAt(actions, 1)).toEqual({ action: "reads counter", nth: 1 });
  expect(anchorAt(actions, 4)).toEqual({ action: "writes counter", nth: 2 });
  expect(anchorAt(actions, 6)).toBe(null);
});
