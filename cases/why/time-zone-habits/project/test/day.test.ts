import { expect, test } from "vitest";
import { addDays, daysBetween, isDay } from "../src/day.ts";

test("days are added across months and years", () => {
  expect(addDays("2026-02-27", 2)).toBe("2026-03-01");
  expect(addDays("2026-01-01", -1)).toBe("2025-12-31");
});

test("what is a day", () => {
  expect(["2026-02-28", "2026-13-01", "today"].map(isDay)).toEqual([true, false, false]);
});

test("days between two days", () => {
  expect(daysBetween("2026-03-28", "2026-03-30")).toEqual(["2026-03-28", "2026-03-29", "2026-03-30"]);
});
