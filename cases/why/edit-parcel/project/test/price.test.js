import assert from "node:assert/strict";
import { test } from "node:test";
import { priceOf, priceOfAll } from "../src/price.js";

test("a light parcel costs the first kilogram", () => {
  assert.equal(priceOf({ to: "DE", weight: 0.4 }), 490);
  assert.equal(priceOf({ to: "FR", weight: 1 }), 890);
});

test("each further half kilogram costs more", () => {
  assert.equal(priceOf({ to: "DE", weight: 3 }), 490 + 4 * 45);
});

test("express pays for fuel", () => {
  assert.equal(priceOf({ to: "CH", weight: 1, service: "express" }), Math.round(2890 * 1.085));
});

test("a large box pays for its space", () => {
  assert.equal(priceOf({ to: "AT", weight: 0.8, size: [40, 30, 21] }), 890 + 7 * 95);
});

test("insurance", () => {
  assert.equal(priceOf({ to: "DE", weight: 1, insured: 5000 }), 490);
  assert.equal(priceOf({ to: "DE", weight: 1, insured: 15001 }), 490 + 200);
});

test("the third parcel is cheaper", () => {
  const parcels = [1, 1, 1].map((weight) => ({ to: "DE", weight }));
  assert.equal(priceOfAll(parcels), 490 + 490 + 441);
});
