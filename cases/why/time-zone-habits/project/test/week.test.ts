import { expect, test } from "vitest";
import { daysBetween } from "../src/day.ts";
import { hardestWeekday, sharesByWeekday } from "../src/week.ts";

test("a habit that is kept on all but one day of the week", () => {
  const days = new Set(daysBetween("2026-03-02", "2026-03-29"));
  for (const missed of ["2026-03-07", "2026-03-14"]) days.delete(missed);
  const shares = sharesByWeekday(days, "2026-03-02", "2026-03-29");
  expect(shares.size).toBe(7);
  expect(hardestWeekday(shares)).toBe("Saturday");
});

test("no days have no hardest one", () => {
  expect(hardestWeekday(new Map())).toBeUndefined();
});
