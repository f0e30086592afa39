import assert from "node:assert/strict";
import { test } from "node:test";
import { dueDate, invoiceNumber } from "../src/numbering.js";

test("numbers count within a year", () => {
  assert.match(invoiceNumber("2026-04-09", 12), /^[A-Z]+-2026-0012$/);
});

test("the day of payment", () => {
  assert.equal(dueDate("2026-02-20", 14), "2026-03-06");
  assert.equal(dueDate("2026-12-30", 3), "2027-01-02");
});
