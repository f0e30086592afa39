import { UserError } from "../../core/user-error.ts";
import { atLocalTime, isZone, type Moment } from "../../world/clock/moment.ts";

const date = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(:\d\d)?(Z|[+-]\d\d:\d\d)?)?$/;
const distance = /^([+-]\d{1,9})([a-z]+)$/i;
type Units = Readonly<Record<string, number>>;
const short: Units = { s: 1, second: 1, min: 60, minute: 60, h: 3600, hour: 3600 };
const seconds: Units = { ...short, d: 86_400, day: 86_400, w: 604_800, week: 604_800 };
const months: Units = { month: 1, y: 12, year: 12 };
const lastSecond = Date.UTC(10_000, 0) / 1000 - 1;

/** Reads `2026-03-01`, `2026-03-01T12:00:00Z`, `now` or `-3months`, each with or without `@Europe/Berlin` after it. */
export function readMoment(text: string, now: number): Moment {
  const [when = "", zone] = text.split(/@(.*)/s, 2);
  if (zone !== undefined && !isZone(zone))
    throw new UserError(`There is no time zone "${zone}" here: write it as in Europe/Berlin (package tzdata).`);
  const at = when === "now" ? now : (readDate(when, zone) ?? readDistance(when, now));
  if (at >= 0 && at <= lastSecond) return { at, ...(zone === undefined ? {} : { zone }) };
  throw new UserError(
    `"${text}" is not an instant from 1970 to 9999. Write a date such as 2026-03-01 or 2026-03-01T12:00:00Z, or now, or a\n` +
      "distance from now such as -3months, +1year, -2weeks or -36h; @Europe/Berlin after it sets the time zone.",
  );
}

function readDate(text: string, zone: string | undefined): number | undefined {
  const [, day, time, second = ":00", offset] = date.exec(text) ?? [];
  const wall = Date.parse(`${day}T${time ?? "00:00"}${second}Z`) / 1000;
  // Date.parse takes February 30 for March 2.
  if (day === undefined || !(wall >= 0) || !new Date(wall * 1000).toISOString().startsWith(day)) return undefined;
  if (offset !== undefined) return Date.parse(`${day}T${time}${second}${offset}`) / 1000;
  return atLocalTime(wall, zone);
}

/** NaN where it is none. */
function readDistance(text: string, now: number): number {
  const [, count, name = ""] = distance.exec(text) ?? [];
  const unit = name.toLowerCase().replace(/(?<=.)s$/, "");
  if (seconds[unit] !== undefined) return now + Number(count) * seconds[unit];
  const then = new Date(now * 1000);
  const month = then.getUTCMonth() + Number(count) * (months[unit] ?? Number.NaN);
  const lastDay = new Date(Date.UTC(then.getUTCFullYear(), month + 1, 0)).getUTCDate();
  return then.setUTCMonth(month, Math.min(then.getUTCDate(), lastDay)) / 1000;
}
