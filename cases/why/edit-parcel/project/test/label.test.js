import assert from "node:assert/strict";
import { test } from "node:test";
import { framed, labelOf } from "../src/label.js";

const address = { name: "Ida Holm", street: "Storgata 4", city: "0155 Oslo" };

test("a label beyond the customs union", () => {
  const lines = labelOf({ ...address, to: "no" });
  assert.deepEqual(lines, ["Ida Holm", "Storgata 4", "NO-0155 Oslo", "CN22 / CN23", "STANDARD ZONE 4"]);
});

test("every line of a frame has the same width", () => {
  const widths = framed(labelOf({ ...address, to: "SE" })).split("\n").map((line) => line.length);
  assert.equal(new Set(widths).size, 1);
});
