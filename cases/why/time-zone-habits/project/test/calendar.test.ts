import { expect, test } from "vitest";
import { calendar } from "../src/calendar.ts";

test("a month in rows of a week", () => {
  expect(calendar(new Set(["2026-02-01", "2026-02-28"]), "2026-02").split("\n")).toEqual([
    "#......",
    ".......",
    ".......",
    "......#",
  ]);
});
