import { type Day, daysBetween } from "./day.ts";

/** A month as rows of seven days: "#" where the habit was kept. */
export function calendar(days: ReadonlySet<Day>, month: string): string {
  const [year = 0, number = 1] = month.split("-").map(Number);
  const last = new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
  const marks = daysBetween(`${month}-01`, last).map((day) => (days.has(day) ? "#" : "."));
  return marks.join("").replace(/.{7}/g, "$&\n").trimEnd();
}
