"use strict";

const assert = require("node:assert/strict");
const { schedule } = require("../src/schedule.js");

describe("a schedule", () => {
  it("keeps a pause between two sites", () => {
    assert.deepEqual(schedule(["a", "b"], "1.5m").map(({ at }) => at), [0, 90000]);
  });

  it("refuses what is no pause", () => {
    assert.throws(() => schedule(["a"], "soon"), RangeError);
  });
});
