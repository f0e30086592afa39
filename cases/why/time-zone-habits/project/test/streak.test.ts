import { expect, test } from "vitest";
import { longestStreak, streakAt } from "../src/streak.ts";

const days = new Set(["2026-03-01", "2026-03-02", "2026-03-03", "2026-03-07"]);

test("a streak ends with its last day", () => {
  expect(streakAt(days, "2026-03-03")).toBe(3);
  expect(streakAt(days, "2026-03-04")).toBe(0);
});

test("the longest streak", () => {
  expect(longestStreak(days)).toBe(3);
  expect(longestStreak(new Set())).toBe(0);
});
