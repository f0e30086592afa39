import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { readMoment } from "../../../src/causes/clock/read-moment.ts";
import { isoText, show } from "../../../src/world/clock/moment.ts";

const now = Date.parse("2026-03-31T10:20:30Z") / 1000;
const read = (text: string) => isoText(readMoment(text, now).at);
const own = process.env.TZ;

beforeEach(() => {
  process.env.TZ = "UTC";
});
afterEach(() => {
  if (own === undefined) delete process.env.TZ;
  else process.env.TZ = own;
});

test.each([
  ["2026-03-01", "2026-03-01T00:00:00Z"],
  ["2026-03-01T12:34", "2026-03-01T12:34:00Z"],
  ["2026-03-01 12:34:56", "2026-03-01T12:34:56Z"],
  ["2026-03-01T12:00:00Z", "2026-03-01T12:00:00Z"],
  ["2026-03-01T12:00:00+02:00", "2026-03-01T10:00:00Z"],
  ["now", "2026-03-31T10:20:30Z"],
])("%s is an instant", (text, instant) => {
  expect(read(text)).toBe(instant);
});

test.each([
  ["-36h", "2026-03-29T22:20:30Z"],
  ["+90s", "2026-03-31T10:22:00Z"],
  ["+5min", "2026-03-31T10:25:30Z"],
  ["-1day", "2026-03-30T10:20:30Z"],
  ["-2weeks", "2026-03-17T10:20:30Z"],
  ["+1month", "2026-04-30T10:20:30Z"],
  ["-1month", "2026-02-28T10:20:30Z"],
  ["-3months", "2025-12-31T10:20:30Z"],
  ["+1year", "2027-03-31T10:20:30Z"],
  ["-25years", "2001-03-31T10:20:30Z"],
])("%s is counted from now, and stays in its month", (text, instant) => {
  expect(read(text)).toBe(instant);
});

describe("with a time zone", () => {
  test("a date is read in it, in winter, in summer and across the change", () => {
    expect(read("2026-01-01@Europe/Berlin")).toBe("2025-12-31T23:00:00Z");
    expect(read("2026-07-01@Europe/Berlin")).toBe("2026-06-30T22:00:00Z");
    expect(read("2026-03-29T03:00@Europe/Berlin")).toBe("2026-03-29T01:00:00Z");
    expect(read("2026-03-29T01:59@Europe/Berlin")).toBe("2026-03-29T00:59:00Z");
    expect(readMoment("now@Asia/Tokyo", now)).toEqual({ at: now, zone: "Asia/Tokyo" });
  });

  test("a date with an offset of its own keeps that", () => {
    expect(read("2026-01-01T00:00:00Z@Asia/Tokyo")).toBe("2026-01-01T00:00:00Z");
  });

  test("without one, a date is read in the zone of the user", () => {
    process.env.TZ = "America/New_York";
    expect(read("2026-01-01")).toBe("2026-01-01T05:00:00Z");
  });

  test("a moment is shown in UTC and in its zone", () => {
    expect(show({ at: now })).toBe("2026-03-31 10:20:30 UTC");
    expect(show({ at: now, zone: "Asia/Tokyo" })).toBe("2026-03-31 10:20:30 UTC (2026-03-31 19:20:30 in Asia/Tokyo)");
  });
});

test.each(["", "yesterday", "2026-02-30", "2026-13-01", "2026-03-01T25:00", "26-03-01", "-3m", "-3", "3days", "+1e3s"])(
  "%j is no instant, and the message shows some",
  (text) => {
    expect(() => readMoment(text, now)).toThrow(/is not an instant.*2026-03-01T12:00:00Z[\s\S]*-3months/);
  },
);

test("an instant before 1970 or after 9999 is refused", () => {
  expect(() => readMoment("-60years", now)).toThrow("from 1970 to 9999");
  expect(() => readMoment("+999999999years", now)).toThrow("from 1970 to 9999");
});

test.each(["Nowhere", "", "../etc", "+01:00", "europe/berlin"])("the zone %j is refused", (zone) => {
  expect(() => readMoment(`now@${zone}`, now)).toThrow(`no time zone "${zone}"`);
});
