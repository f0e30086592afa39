import { addDays, type Day } from "./day.ts";

/** How many days in a row there are up to a day. */
export function streakAt(days: ReadonlySet<Day>, last: Day): number {
  let length = 0;
  for (let day = last; days.has(day); day = addDays(day, -1)) length++;
  return length;
}

/** The longest streak ever. */
export function longestStreak(days: ReadonlySet<Day>): number {
  return Math.max(0, ...[...days].map((day) => streakAt(days, day)));
}
