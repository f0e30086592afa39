import assert from "node:assert/strict";
import { test } from "node:test";
import { invoice, sums } from "../src/invoice.js";

const lines = [
  { text: "hinge", quantity: 3, cents: 335 },
  { text: "screw", quantity: 7, cents: 28 },
  { text: "hour", quantity: 1, cents: 5207 },
];

test("net, tax and gross", () => {
  assert.deepEqual(sums(lines), { net: 6408, tax: 1218, gross: 7626 });
});

test("nothing costs nothing", () => {
  assert.deepEqual(sums([]), { net: 0, tax: 0, gross: 0 });
});

test("every line has the width of the page", () => {
  const text = invoice({ date: "2026-04-09", count: 12, customer: "Ida", lines });
  const rows = text.split("\n").filter((line) => line.endsWith("EUR"));
  assert.equal(new Set(rows.map((row) => row.length)).size, 1);
  assert.equal(rows.length, 6);
});
