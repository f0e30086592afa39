import { existsSync } from "node:fs";

/** What the clock shows when a test starts. */
export interface ClockTime {
  /** Seconds since 1970. */
  readonly at: number;
  /** The time zone that the test runs in; undefined: the user's own. */
  readonly zone?: string;
}

export function zoneOf({ zone }: ClockTime): string {
  return zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** As in 2026-02-01T00:00:00Z. */
export function isoText(at: number): string {
  return new Date(at * 1000).toISOString().replace(".000Z", "Z");
}

/** As in 2026-02-01 00:00:00 UTC; in another zone with the time there. */
export function clockTimeText(time: ClockTime): string {
  const text = (at: number) => isoText(at).replace("T", " ").replace("Z", "");
  const local = localTime(time);
  return `${text(time.at)} UTC${local === time.at ? "" : ` (${text(local)} in ${zoneOf(time)})`}`;
}

/** The instant at which clocks in the zone show what those in UTC show at `wall`. */
export function atLocalTime(wall: number, zone: string | undefined): number {
  const near = (at: number) => wall - (localTime({ at, ...(zone === undefined ? {} : { zone }) }) - at);
  return near(near(wall)); // the first result may be on the other side of a change to summer time
}

/** Whether programs here know the zone: the C library takes an unknown one for UTC, without a word. */
export function isZone(zone: string): boolean {
  try {
    localTime({ at: 0, zone });
    return zone === "UTC" || existsSync(`/usr/share/zoneinfo/${zone}`);
  } catch {
    return false;
  }
}

function localTime({ at, zone }: ClockTime): number {
  return Date.parse(`${new Date(at * 1000).toLocaleString("sv-SE", { timeZone: zone }).replace(" ", "T")}Z`) / 1000;
}
