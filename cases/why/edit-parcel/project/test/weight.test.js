import assert from "node:assert/strict";
import { test } from "node:test";
import { parseSize, volumetricWeight } from "../src/weight.js";

test("sizes", () => {
  assert.deepEqual(parseSize("40x30x20"), [40, 30, 20]);
  assert.deepEqual(parseSize("40 × 30 × 20.5"), [40, 30, 20.5]);
  assert.throws(() => parseSize("40x30"), RangeError);
  assert.throws(() => parseSize("40x30x-1"), RangeError);
});

test("the space of a parcel", () => {
  assert.equal(volumetricWeight([60, 50, 40]), 20);
  assert.equal(volumetricWeight([60, 50, 40], "express"), 24);
});
