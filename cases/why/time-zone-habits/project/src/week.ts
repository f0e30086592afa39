import { type Day, daysBetween, type Weekday, weekdayOf } from "./day.ts";

/** How often a habit was kept on each day of the week, as a share. */
export function sharesByWeekday(days: ReadonlySet<Day>, first: Day, last: Day): Map<Weekday, number> {
  const kept = new Map<Weekday, number>();
  const all = new Map<Weekday, number>();
  for (const day of daysBetween(first, last)) {
    const weekday = weekdayOf(day);
    all.set(weekday, (all.get(weekday) ?? 0) + 1);
    if (days.has(day)) kept.set(weekday, (kept.get(weekday) ?? 0) + 1);
  }
  return new Map([...all].map(([weekday, count]) => [weekday, (kept.get(weekday) ?? 0) / count]));
}

/** The weekday on which a habit was kept least. */
export function hardestWeekday(shares: ReadonlyMap<Weekday, number>): Weekday | undefined {
  return [...shares].sort(([, a], [, b]) => a - b)[0]?.[0];
}
