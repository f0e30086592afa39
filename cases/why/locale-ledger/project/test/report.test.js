import assert from "node:assert/strict";
import { test } from "node:test";
import { byMonth, condense, report, totals } from "../src/report.js";
import { parseSheet, writeSheet } from "../src/sheet.js";

const bookings = [
  { date: "2026-01-02", account: "rent", cents: -89000, text: "" },
  { date: "2026-01-05", account: "food", cents: -4137, text: "market" },
  { date: "2026-01-19", account: "food", cents: -2218, text: "baker" },
  { date: "2026-02-02", account: "rent", cents: -89000, text: "" },
];

test("totals by account", () => {
  assert.deepEqual([...totals(bookings)], [["food", -6355], ["rent", -178000]]);
});

test("sums by month", () => {
  assert.deepEqual([...byMonth(bookings)], [["2026-01", -95355], ["2026-02", -89000]]);
});

test("a report for people", () => {
  assert.equal(report(bookings), "food       -63.55\nrent    -1,780.00");
});

test("a condensed year has the same totals when it is read again", () => {
  const again = parseSheet(writeSheet(condense(bookings)));
  assert.deepEqual([...totals(again)], [...totals(bookings)]);
});
