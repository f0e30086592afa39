import assert from "node:assert/strict";
import { test } from "node:test";
import { parseSheet, writeSheet } from "../src/sheet.js";

const text = `date;account;amount;text
2026-01-02;rent;-890.00;January
2026-01-05;food;-41.37;"Market; bread, cheese"
2026-01-28;salary;+2410.50;
`;

test("bookings are read", () => {
  const bookings = parseSheet(text);
  assert.equal(bookings.length, 3);
  assert.deepEqual(bookings[1], { date: "2026-01-05", account: "food", cents: -4137, text: "Market; bread, cheese" });
});

test("another header is refused", () => {
  assert.throws(() => parseSheet("Datum;Konto\n"), SyntaxError);
});

test("texts are quoted where they have to be", () => {
  const sheet = writeSheet([{ date: "2026-01-05", account: "gift", cents: -2000, text: 'a "first" edition' }]);
  assert.match(sheet, /;"a ""first"" edition"\n$/);
});
