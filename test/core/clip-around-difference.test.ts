import { expect, test } from "vitest";
import { clipAroundDifference } from "../../src/core/clip-around-difference.ts";

test("texts are cut so that where they differ can be seen", () => {
  const same = "/a/long/way/to/the/program ".repeat(3);
  const [old, now] = clipAroundDifference(`${same}7 8 9`, `${same}11 14 ${"x".repeat(100)}`, 60);
  expect(old).toBe(`…${same.slice(-20)}7 8 9`);
  expect(now).toMatch(/^….{20}11 14 x+…$/);
  expect(clipAroundDifference("a1", "a2", 60)).toEqual(["a1", "a2"]);
  expect(clipAroundDifference("a".repeat(70), `b${"a".repeat(70)}`, 60)).toEqual([
    `${"a".repeat(60)}…`,
    `b${"a".repeat(59)}…`,
  ]);
});
