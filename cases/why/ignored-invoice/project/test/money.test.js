import assert from "node:assert/strict";
import { test } from "node:test";
import { money } from "../src/money.js";

test("cents as text", () => {
  assert.deepEqual([5, 1999, -250].map(money), ["0.05 EUR", "19.99 EUR", "-2.50 EUR"]);
});
